// The icons that authors may name. A name that is not here gets the default: the whole set would be half a megabyte.

import {
  Archive, Bell, Bookmark, BookOpen, Box, Bug, Calendar, Camera, ChartBar, Cloud, Code, Compass, Copy, Cpu, Database, Diff, Download, FileCode, FilePen, FilePlus, FileText,
  FlaskConical, Folder, FolderInput, FolderOpen, FolderSearch, GitBranch, Globe, Hammer, HandHelping, Image, Key, Library, Link, ListChecks, ListTree, Lock, Mail, MessageSquare, Package, Pencil, Play, Rocket,
  ScrollText, Search, Server, Settings, Shield, Tag, Tags, Terminal, TestTube, Trash2, Upload, Wrench, Zap, type LucideIcon,
} from "lucide-react";
import { createElement } from "react";

const ICONS: Record<string, LucideIcon> = {
  archive: Archive, copy: Copy, "file-plus": FilePlus, "folder-input": FolderInput, "hand-helping": HandHelping, library: Library,
  "list-checks": ListChecks, "list-tree": ListTree, "scroll-text": ScrollText, tags: Tags,
  bell: Bell, bookmark: Bookmark, "book-open": BookOpen, box: Box, bug: Bug, calendar: Calendar, camera: Camera, chart: ChartBar, cloud: Cloud, code: Code,
  compass: Compass, cpu: Cpu, database: Database, diff: Diff, download: Download, "file-code": FileCode, "file-pen": FilePen, "file-text": FileText,
  "flask-conical": FlaskConical, folder: Folder, "folder-open": FolderOpen, "folder-search": FolderSearch, "git-branch": GitBranch, globe: Globe,
  hammer: Hammer, image: Image, key: Key, link: Link, lock: Lock, mail: Mail, "message-square": MessageSquare, package: Package, pencil: Pencil,
  play: Play, rocket: Rocket, search: Search, server: Server, settings: Settings, shield: Shield, tag: Tag, terminal: Terminal, test: TestTube,
  "test-tube": TestTube, "trash-2": Trash2, upload: Upload, wrench: Wrench, zap: Zap,
};

export function NamedIcon({ name }: { name: string }) {
  return createElement(ICONS[name] ?? Wrench, { size: 15, "aria-hidden": true, className: "shrink-0 text-muted" });
}
