/** What somebody dropped or chose, with the folders it lies in. */

export interface Found {
  readonly file: File
  /** Names of the folders above it, the outermost first. */
  readonly below: readonly string[]
}

export interface Dropped {
  readonly files: readonly Found[]
  /** Every folder, also one without files. */
  readonly folders: readonly (readonly string[])[]
}

/** More would take the page's breath, and is hardly meant. */
export const MAX_UPLOAD_FILES = 10_000

/** Must be called while the event of the drop is handled: the browser forgets the entries afterwards. */
export function entriesOf({ items, files }: DataTransfer): Promise<Dropped> {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry())
  if (entries.some((entry) => entry === null))
    return Promise.resolve({ files: [...files].map((file) => ({ file, below: [] })), folders: [] })
  return walk(entries as FileSystemEntry[])
}

/** Files of a picker; of a picker of folders they name their path. */
export function chosenOf(files: Iterable<File>): Dropped {
  const found = [...files].map((file): Found => ({ file, below: file.webkitRelativePath.split('/').slice(0, -1).filter(Boolean) }))
  return { files: found, folders: [] }
}

async function walk(entries: readonly FileSystemEntry[]): Promise<Dropped> {
  const files: Found[] = []
  const folders: string[][] = []
  const visit = async (entry: FileSystemEntry, below: readonly string[]): Promise<void> => {
    if (files.length + folders.length > MAX_UPLOAD_FILES) return
    if (isDirectory(entry)) {
      const inside = [...below, entry.name]
      folders.push(inside)
      for (const child of await childrenOf(entry)) await visit(child, inside)
    } else {
      files.push({ file: await fileOf(entry as FileSystemFileEntry), below })
    }
  }
  for (const entry of entries) await visit(entry, [])
  return { files, folders }
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

const fileOf = (entry: FileSystemFileEntry) =>
  new Promise<File>((resolve, reject) => {
    entry.file(resolve, reject)
  })

/** A reader gives some at a time, and none when there are no more. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}
