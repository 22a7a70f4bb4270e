/** Names of files as people count and order them. */

/** `报告.pdf` and 2 give `报告 (2).pdf`. A name that begins with its only dot has no ending. */
export function numbered(name: string, count: number): string {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]{1,10})?$/.exec(name) ?? []
  return `${stem} (${count})${ending}`
}

/** The first of `name`, `name (2)` … that nobody has, without regard to case. */
export function freeName(name: string, taken: Iterable<string>): string {
  const known = new Set([...taken].map((one) => one.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const wanted = count === 1 ? name : numbered(name, count)
    if (!known.has(wanted.toLowerCase())) return wanted
  }
}

/** Length of the name without its ending: what is selected when somebody begins to rename. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? dot : name.length
}
