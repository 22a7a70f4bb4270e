/** Short messages that come and go by themselves. `toast.error('…')` from anywhere; `<Toasts/>` shows them. */

export type ToastKind = 'success' | 'warning' | 'error' | 'busy'
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  readonly link?: ToastLink
}

/** Where the message leads. */
export interface ToastLink {
  readonly text: string
  readonly go: () => void
}

/** Milliseconds, from section 9 of the specification. */
const DURATION: Record<Exclude<ToastKind, 'busy'>, number> = { success: 2000, warning: 2000, error: 5000 }
/** What can be clicked stays long enough to be. */
const WITH_LINK = 8000
const MAX_TOASTS = 4
/** What is done sooner would only flash. */
const MIN_BUSY_MS = 600

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string, link?: ToastLink) => show('success', text, link),
  warning: (text: string, link?: ToastLink) => show('warning', text, link),
  error: (text: string) => show('error', text),
  /** Stays until the function it gives back is called, and long enough to be read. */
  busy: (text: string): (() => void) => {
    const began = Date.now()
    const id = add('busy', text)
    return () => void setTimeout(() => dismissToast(id), Math.max(0, MIN_BUSY_MS - (Date.now() - began)))
  },
}

/** Takes a message away. */
export function dismissToast(id: number): void {
  change(toasts.filter((one) => one.id !== id))
}

/** Calls the listener whenever the messages change; returns how to end that. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The messages that are shown, the oldest first. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

function show(kind: Exclude<ToastKind, 'busy'>, text: string, link?: ToastLink): void {
  const id = add(kind, text, link)
  setTimeout(() => dismissToast(id), link ? WITH_LINK : DURATION[kind])
}

function add(kind: ToastKind, text: string, link?: ToastLink): number {
  // The same words twice tell nobody more: several calls of one page often fail for one reason.
  const others = toasts.filter((one) => one.text !== text || one.kind !== kind)
  const id = next++
  change([...others, { id, kind, text, ...(link ? { link } : {}) }].slice(-MAX_TOASTS))
  return id
}

function change(now: readonly Toast[]): void {
  toasts = now
  for (const listener of listeners) listener()
}
