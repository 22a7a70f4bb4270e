/** Makes the folders that dropped files lie in; one that is there already is used. */
import { ApiError } from '../../../kernel/http/api.ts'
import { addFolder, entryNamed, isFolder } from '../client.ts'

/** Gives the folder of a path below `base`. Each is made once, however many files ask for it. */
export function folderMaker(base: string): (below: readonly string[]) => Promise<string> {
  const known = new Map<string, Promise<string>>()
  const made = (below: readonly string[]): Promise<string> => {
    const name = below.at(-1)
    if (name === undefined) return Promise.resolve(base)
    const key = below.join('/')
    let folder = known.get(key)
    if (!folder) {
      folder = made(below.slice(0, -1)).then((parent) => make(parent, name))
      // What failed is tried again by the next file that asks.
      folder.catch(() => known.delete(key))
      known.set(key, folder)
    }
    return folder
  }
  return made
}

async function make(parent: string, name: string): Promise<string> {
  try {
    return await addFolder(parent, name, true)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    const there = await entryNamed(parent, name)
    if (!there || !isFolder(there)) throw error
    return there.id
  }
}
