/** Short messages that come and go by themselves. `toast.error('…')` from anywhere; `<Toasts/>` shows them. */

export type ToastKind = 'success' | 'warning' | 'error'
export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

/** Milliseconds, from section 9 of the specification. */
const DURATION: Record<ToastKind, number> = { success: 2000, warning: 2000, error: 5000 }
const MOST = 4

let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()

export const toast = {
  success: (text: string) => show('success', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
}

export function dismissToast(id: number): void {
  change(toasts.filter((one) => one.id !== id))
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentToasts(): readonly Toast[] {
  return toasts
}

function show(kind: ToastKind, text: string): void {
  // The same words twice tell nobody more: several calls of one page often fail for one reason.
  const others = toasts.filter((one) => one.text !== text || one.kind !== kind)
  const id = next++
  change([...others, { id, kind, text }].slice(-MOST))
  setTimeout(() => dismissToast(id), DURATION[kind])
}

function change(now: readonly Toast[]): void {
  toasts = now
  for (const listener of listeners) listener()
}
