/** What keys do to the entries of a folder; the sheet of shortcuts names them. */
export const DISK_KEYS = {
  open: 'Enter',
  choose: ' ',
  all: 'a',
  clear: 'Escape',
  rename: 'F2',
  remove: 'Delete',
  up: 'Backspace',
} as const

/** Those that need Ctrl: without it a letter leads to a name. */
export const WITH_CONTROL: ReadonlySet<string> = new Set(['all'] satisfies (keyof typeof DISK_KEYS)[])
