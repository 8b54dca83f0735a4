# Functions for the other scripts. Works with the bash of macOS (3.2) too.

# month_of NAME prints the year and month in a file's name, like 2026-07, or nothing.
month_of() {
  local pattern='(19|20)([0-9][0-9])[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12][0-9]|3[01])'
  if [[ $1 =~ $pattern ]]; then
    printf '%s%s-%s' "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}"
  fi
}

# kind_of NAME prints what sort of file it is, by the end of its name.
kind_of() {
  case $(printf '%s' "${1##*.}" | tr '[:upper:]' '[:lower:]') in
    jpg | jpeg | png | gif | heic | webp | tif | tiff | dng | raw) echo pictures ;;
    mp4 | mov | avi | mkv | webm) echo films ;;
    *) echo "other files" ;;
  esac
}

# files_of FOLDER lists its files, one a line, in order; none if it is not there.
files_of() {
  if [ -d "$1" ]; then
    find "$1" -type f ! -name '.*' | LC_ALL=C sort
  fi
}
