package render

import (
	"strings"
	"testing"

	"handrail/internal/programs"
)

// The shells and wrappers whose words are judged are those of package programs.
func TestShellsAndWrappersAreJudged(t *testing.T) {
	code, program, shell := "is read again as code", "is in the name of the program", "gives what follows to a shell"
	lines := map[string]string{
		"gtimeout 5 {{x}}": program, "/usr/bin/time --format y {{x}}": program, "proxychains -q {{x}}": program, "valgrind {{x}}": program, "perf stat {{x}}": program, "sudo --chroot /y {{x}}": program,
		"caffeinate -t 5 {{x}}": program, "sudo -s {{x}}": shell, "env -S {{x}}": shell, "su kim -c {{x}}": code, "npx -c {{x}}": shell, "flock y -c {{x}}": shell,
	}
	for _, name := range programs.Shells() {
		lines[name+" -c {{x}}"] = code
		lines["numactl "+name+" -c {{x}}"] = code
	}
	for line, want := range lines {
		if _, err := Parse(line, params()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

// Programs whose operands run take no value for one.
func TestOperandsThatRunAreNoValues(t *testing.T) {
	for _, line := range []string{
		"run-parts {{x}}", "run-parts --regex=. {{x}}", "python3 -m unittest {{x}}", "python3 -m pip install {{x}}", "python3 -m venv {{x}}", "python3 -m venv -- {{x}}", "python3 -m venv --upgrade {{x}}", `python3 -m venv "envs/{{x}}"`, "virtualenv {{x}}", "pip install {{x}}", "pip3 install -r {{x}}", "ldd {{x}}", "/lib64/ld-linux-x86-64.so.2 {{x}}",
	} {
		if _, err := Parse(line, params()); err == nil || !strings.Contains(err.Error(), "{{x}}") {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{"run-parts parts; cat -- {{x}}", "pip install wheel && cat -- {{x}}", "python3 -m unittest tests; cat -- {{x}}", "python3 -m json.tool {{x}}"} {
		if _, err := Parse(line, params()); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// A value "@file" would be a list of options to compilers and to what belongs to them, under all of their names.
func TestOptionFilesOfCompilersAreNoValues(t *testing.T) {
	for _, name := range []string{
		"cc", "c++", "c99", "cpp", "gcc-12", "g++-13", "clang", "clang++-17", "clang-cpp", "ld", "ld.bfd", "ld.lld-15", "nm", "ar", "ranlib", "gcc-nm", "gcc-ar-12", "llvm-ar-17", "x86_64-linux-gnu-gcc", "x86_64-linux-gnu-g++-12", "aarch64-linux-gnu-ld.gold",
		"arm-none-eabi-objcopy", "x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-gcc-12-posix", "/usr/bin/gcc", "timeout 5 c++", "x86_64-pc-linux-gnu-clang", "pytest", "python3 -m pytest", "mypy", "strip", "as", "GCC",
	} {
		for line, value := range map[string]string{name + " {{x}}": "@opts", name + " a.c {{x}}": "@opts"} {
			tpl, err := Parse(line, []Param{{Name: "x"}})
			if err != nil {
				t.Errorf("%s: %v", line, err)
				continue
			}
			if _, err := tpl.Render(map[string]any{"x": value}); err == nil || !strings.Contains(err.Error(), "begins with") {
				t.Errorf("%s takes %s", line, value)
			}
			if _, err := tpl.Render(map[string]any{"x": "a.c"}); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	for _, line := range []string{"gcc -Wall -c {{x}}", "nm -D {{x}}", "objdump -d {{x}}", "ar t {{x}}", "readelf -a {{x}}", "c++ -c -- {{x}}", "notify @kim {{x}}", "gccx {{x}}", "wash {{x}}"} {
		if _, err := Parse(line, params()); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// What everyday programs of languages, builds and tests are given as code, or to start, is no value.
func TestProgramsThatRunTheirWordsTakeNoValue(t *testing.T) {
	for _, line := range []string{
		"echo {{x}} | groff -U -Tascii", "groff -U {{x}}", "troff -U {{x}}", "echo {{x}} | nroff -U", "rename {{x}} f", "prename {{x}} f", "file-rename {{x}} f", "octave-cli {{x}}", "octave-cli --eval {{x}}", "erb {{x}}", "echo {{x}} | erb", "yosys -p {{x}}", "yosys {{x}}",
		"sbt {{x}}", "sbt 'testOnly {{x}}'", "scons {{x}}", "msbuild {{x}}", "echo a | pee {{x}}", "sshpass -p a {{x}}", "sshpass -p a sh -c {{x}}", "cross-env {{x}}", "cross-env NODE_ENV=test {{x}}", "cross-env-shell {{x}}",
		"buildah run c {{x}}", "buildah run c -- {{x}}", "dart {{x}}", "dart run {{x}}", "dart test {{x}}", "prove {{x}}", "prove -v {{x}}", "mocha {{x}}", "mocha -r {{x}} a.js", "rspec {{x}}", "gunicorn {{x}}", "uvicorn {{x}}", "sphinx-build {{x}} out",
		"coverage run {{x}}", "coverage run -m {{x}}", "mutool run {{x}}", "pylint --load-plugins {{x}} f", "pylint --load-plugins={{x}} f", "pylint --init-hook {{x}} f", "blender -P {{x}}", "blender -b a.blend --python-expr {{x}}", "gimp -i -b {{x}}", "cmd /c {{x}}",
		"cmake {{x}}", "cmake -S {{x}} -B build", "dotnet test {{x}}", "dotnet build {{x}}",
		"robot {{x}}", "robot --listener {{x}} a.robot", "rackup {{x}}", "rackup -e {{x}}", "puma -C {{x}}", "celery -A {{x}} worker", "celery --app={{x}} worker", "locust -f {{x}}", "gulp --gulpfile {{x}}", "gulp --cwd={{x}} build", "grunt --base {{x}}",
		"streamlit run {{x}}", "yt-dlp --exec {{x}} url", "yt-dlp --exec={{x}} url", "youtube-dl --config-location {{x}} u", "soffice {{x}}", "soffice --headless --convert-to pdf {{x}}", "libreoffice {{x}}",
	} {
		if _, err := Parse(line, params()); err == nil || !strings.Contains(err.Error(), "{{x}}") && !strings.Contains(err.Error(), "shell") {
			t.Errorf("%s: %v", line, err)
		}
	}
	for _, line := range []string{
		"prove t/a.t; cat -- {{x}}", "rspec spec/a_spec.rb; cat -- {{x}}", "sshpass -f pw cat -- {{x}}", "cross-env TZ=UTC node a.js {{x}}", "buildah images {{x}}", "dart run bin/a.dart {{x}}", "coverage report -m {{x}}", "mutool draw -o out.png {{x}}", "pylint {{x}}", "blender -b {{x}}", "cmd {{x}}",
		"cmake --build build --target {{x}}", "dotnet test --filter {{x}}", "dotnet run --project a -- {{x}}", "sbt {{e}}", "scons {{e}}", "gimp {{x}}",
		"celery -A proj call {{x}}", "locust -f load.py --host {{x}}", "robot tests; cat -- {{x}}", "yt-dlp -o out -- {{x}}", "streamlit config show {{x}}",
	} {
		if _, err := Parse(line, params()); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
}
