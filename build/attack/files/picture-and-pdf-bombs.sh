# An agent makes pictures and documents that swell as they are read: PNG, GIF, WebP and JPEG of 60,000 by 60,000, PDF with streams in streams, tables
# that lead in circles, a million pages, deep arrays. Reading each ends in seconds, with little memory, and the next call works.
needs python3
echo fine-text >plain.txt
python3 - <<'EOF'
import struct, zlib
def chunk(t, d): return struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
def png(w, h, rows, name, kind=2):
    c = zlib.compressobj(9); body = b""
    row = b"\0" * (1 + w * 3)
    for _ in range(rows): body += c.compress(row)
    body += c.flush()
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 8, kind, 0, 0, 0)) + chunk(b"IDAT", body) + chunk(b"IEND", b""))
png(30000, 30000, 1500, "a.png"); png(2**31 - 1, 2**31 - 1, 1 if False else 0, "b.png"); png(1, 2**31 - 1, 5, "c.png")
t = b"".join(chunk(b"zTXt", b"k\0\0" + zlib.compress(b"x" * 20000000, 9)) for _ in range(40))
open("text.png", "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)) + t + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b""))
open("a.gif", "wb").write(b"GIF89a" + struct.pack("<HH", 65535, 65535) + b"\x80\0\0\0\0\0\xff\xff\xff" + (b"," + struct.pack("<HHHH", 0, 0, 65535, 65535) + b"\0\x02\x02\x4c\x01\0") * 3000 + b";")
open("a.jpg", "wb").write(b"\xff\xd8\xff\xc0\0\x11\x08\xff\xff\xff\xff\x03\x01\x22\0\x02\x11\0\x03\x11\0" + b"\xff\xda\0\x0c\x03\x01\0\x02\0\x03\0\0\x3f\0" + b"\0" * 100000)
open("a.webp", "wb").write(b"RIFF" + struct.pack("<I", 100) + b"WEBPVP8L" + struct.pack("<I", 80) + b"\x2f" + struct.pack("<I", 0x3fff | 0x3fff << 14) + b"\0" * 80)
open("a.bmp", "wb").write(b"BM" + struct.pack("<IHHIIiiHHIIiiII", 200, 0, 0, 54, 40, 2**31 - 1, 2**31 - 1, 1, 24, 0, 0, 0, 0, 0, 0) + b"\0" * 100)
open("a.tiff", "wb").write(b"II*\0" + struct.pack("<I", 8) + struct.pack("<H", 2) + struct.pack("<HHII", 256, 4, 1, 2**32 - 1) + struct.pack("<HHII", 257, 4, 1, 2**32 - 1) + struct.pack("<I", 8))
open("a.ico", "wb").write(b"\0\0\1\0" + struct.pack("<H", 65535) + b"\0" * 16 * 65535)
def pdf(name, objs):
    o = b"%PDF-1.7\n"; at = {}
    for n, b in objs: at[n] = len(o); o += b"%d 0 obj\n%s\nendobj\n" % (n, b)
    x = len(o); m = max(at) + 1
    o += b"xref\n0 %d\n0000000000 65535 f \n" % m + b"".join(b"%010d 00000 n \n" % at.get(i, 0) for i in range(1, m)) + b"trailer\n<< /Size %d /Root 1 0 R >>" % m + b"\nstartxref\n%d\n%%%%EOF" % x
    open(name, "wb").write(o)
def stream(d, f=b"/FlateDecode"): return b"<< /Length %d /Filter %s >>\nstream\n" % (len(d), f) + d + b"\nendstream"
big = b"BT /F1 12 Tf (" + b"A" * 1000 + b") Tj ET\n"
z1 = zlib.compress(big * 400000, 9)
page = lambda c: [(1, b"<< /Type /Catalog /Pages 2 0 R >>"), (2, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"), (3, b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents %s /Resources << /Font << /F1 5 0 R >> >> >>" % c), (5, b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")]
pdf("fine.pdf", page(b"4 0 R") + [(4, stream(zlib.compress(b"BT /F1 12 Tf (fine-words) Tj ET")))])
pdf("flate.pdf", page(b"4 0 R") + [(4, stream(z1))]); 
pdf("many.pdf", page(b"[" + b"4 0 R " * 5000 + b"]") + [(4, stream(zlib.compress(big * 500, 9)))])
pdf("kids.pdf", [(1, b"<< /Type /Catalog /Pages 2 0 R >>"), (2, b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>")])
pdf("deep.pdf", [(1, b"<< /Type /Catalog /Pages 2 0 R >>"), (2, b"[" * 2000000 + b"]" * 2000000)])
pdf("dict.pdf", [(1, b"<< /A " * 500000 + b"1" + b" >>" * 500000)])
pdf("form.pdf", [(1, b"<< /Type /Catalog /Pages 2 0 R >>"), (2, b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>"), (3, b"<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> >> >>"), (4, stream(zlib.compress(b"/X Do " * 1000))), (6, b"<< /Type /XObject /Subtype /Form /Resources << /XObject << /X 6 0 R >> >> /Length 12 >>\nstream\n/X Do /X Do \nendstream")])
open("xref.pdf", "wb").write(b"%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer << /Size 1 /Prev 9 /Root 1 0 R >>\nstartxref\n9\n%%EOF")
open("size.pdf", "wb").write(b"%PDF-1.7\nxref\n0 4294967295\n0000000000 65535 f \ntrailer << /Size 4294967295 /Root 1 0 R >>\nstartxref\n9\n%%EOF")
cmap = b"/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange " + b"100 beginbfrange " + b"<0000> <ffff> <0041> " * 100 + b"endbfrange " * 1 + b"endcmap"
pdf("cmap.pdf", page(b"4 0 R") + [(4, stream(zlib.compress(big * 10))), (6, stream(zlib.compress(cmap * 2000, 9)))])
EOF
cat >"$SCRATCH/measure.py" <<'EOF'
import resource, subprocess, sys, time
t = time.time()
try: p = subprocess.run(["setsid", "-w", "handrail", *sys.argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=40); o = p.stdout + p.stderr
except subprocess.TimeoutExpired: o = b"TIMEOUT"
print(round(time.time() - t, 1), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024, o.decode(errors="replace")[:160].replace("\n", " "))
EOF
for f in *.png *.gif *.jpg *.webp *.bmp *.tiff *.ico *.pdf; do
	read -r s mb rest < <(python3 "$SCRATCH/measure.py" call read "path=$f")
	echo "$f: $s s, $mb MB: $rest" >>"$SCRATCH/log"
	python3 -c "import sys; sys.exit(not ($s < 20))" || broke "reading $f took $s s"
	((mb < 1200)) || broke "reading $f took $mb MB"
	[[ $rest != *goroutine* && $rest != *panic* && $rest != *'fatal error'* ]] || broke "reading $f crashed Handrail: $rest"
done
{ for f in deep.pdf a.png; do request read "{\"path\": \"$f\"}"; done; request read '{"path": "plain.txt"}'; } | many
answer 3; says fine-text "the next call does not work"
call read path=fine.pdf
[[ $said == *fine-words* ]] || dead "no PDF is read at all: $said$err"
held
