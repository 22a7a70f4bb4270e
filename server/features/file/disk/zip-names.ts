/** Where things lie in an archive: every path once, none that leads out of the folder it is unpacked into, none that Windows refuses. */
import { numberedName } from './free-name.ts'

export interface Item {
  readonly id: string
  readonly parent_id: string | null
  readonly original_filename: string
  readonly is_file: boolean
}
export type Placed<Row> = Row & { readonly path: string }

/** Names of devices (Microsoft, “Naming Files, Paths, and Namespaces”), whatever follows after a dot. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i

/** The name as every system can unpack it: reserved characters are replaced, and a name of a device (Windows) gets an underscore before it. */
export function safeName(name: string): string {
  const plain = name
    .replace(/[\u0000-\u001f\u007f<>:"/\\|?*]/g, '_')
    .replace(/[. ]+$/, (end) => '_'.repeat(end.length))
    .toWellFormed()
  return plain === '' || DEVICE.test(plain) ? `_${plain}` : plain
}

/** Systems take names for the same that differ in case, or in how an accent is written. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase()

/** Gives each item its path: below the folder it lies in where that comes along, else at the top. A folder's ends in a slash. */
export function placed<Row extends Item>(items: readonly Row[]): Placed<Row>[] {
  const ids = new Set(items.map(({ id }) => id))
  const within = Map.groupBy(items, ({ parent_id: parent }) => (parent !== null && ids.has(parent) ? parent : ''))
  const found: Placed<Row>[] = []
  const place = (folder: string, path: string) => {
    const taken = new Set<string>()
    for (const item of within.get(folder) ?? []) {
      const name = freeIn(taken, safeName(item.original_filename))
      const own = `${path}${name}${item.is_file ? '' : '/'}`
      found.push({ ...item, path: own })
      if (!item.is_file) place(item.id, own)
    }
  }
  place('', '')
  return found
}

function freeIn(taken: Set<string>, name: string): string {
  let free = name
  for (let at = 2; taken.has(keyOf(free)); at += 1) free = numberedName(name, at)
  taken.add(keyOf(free))
  return free
}
