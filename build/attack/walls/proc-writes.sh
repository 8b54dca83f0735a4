# Files of the kernel that run or change something: core patterns, sysrq, modules, control groups.
needs walls
file files <<'END'
/proc/sys/kernel/core_pattern
/proc/sys/kernel/modprobe
/proc/sys/kernel/hostname
/proc/sys/kernel/yama/ptrace_scope
/proc/sys/vm/drop_caches
/proc/sys/fs/binfmt_misc/register
/proc/sys/net/ipv4/ip_forward
/proc/sysrq-trigger
/proc/1/oom_score_adj
/proc/1/uid_map
/proc/1/comm
/sys/kernel/uevent_helper
/sys/power/state
/sys/fs/cgroup/release_agent
/sys/fs/cgroup/memory/release_agent
/sys/fs/cgroup/memory/memory.limit_in_bytes
END
room 'echo fine >own && cat own; while read -r f; do if exec 7>>"$f"; then echo "OPENED $f"; exec 7>&-; fi; done <files 2>/dev/null; for f in /sys/fs/cgroup/*/ /sys/fs/cgroup/; do mkdir "$f/made" && echo "OPENED $f"; done; head -c 1 /proc/kcore /proc/kmsg && echo "OPENED kcore"; head -c 1 /sys/kernel/debug/x && echo OPENED debug; true'
says fine
hides OPENED "$(grep OPENED <<<"$said" | tr '\n' ' ')"
held
