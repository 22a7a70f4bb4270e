/** Which report templates this page designs, and who hears who else does: the page's one socket (live.ts) carries both. */
type Names = readonly (string | null)[]
type Listener = (names: Names) => void

const open = new Map<string, Set<Listener>>()
/** What was heard last: a part of the page that is drawn anew at once subscribes to nothing new, and is not told again. */
const latest = new Map<string, Names>()
let notify = (): void => undefined

/** Says that this template is open here, and hears who else has it open until the function it gives back is called: null for somebody without a name. */
export function openDesign(id: string, listener: Listener): () => void {
  const listening = open.get(id) ?? new Set()
  open.set(id, listening.add(listener))
  listener(latest.get(id) ?? [])
  notify()
  return () => {
    listening.delete(listener)
    if (listening.size === 0) open.delete(id)
    notify()
  }
}

/** The ids of the templates that are open on the page. */
export const openDesigns = (): readonly string[] => [...open.keys()]

/** Passes on who else has a template open. */
export function receiveEditors(id: string, names: Names): void {
  latest.set(id, names)
  for (const listener of open.get(id) ?? []) listener(names)
}

/** Without a connection nobody knows who is there. */
export function forgetEditors(): void {
  for (const id of latest.keys()) receiveEditors(id, [])
  latest.clear()
}

/** For the socket: called when other templates are open than before. */
export function onOtherDesigns(listener: () => void): void {
  notify = listener
}
