import { useEffect, useRef, useSyncExternalStore } from 'react'
import './toasts.css'
import { currentToasts, dismissToast, subscribeToToasts } from './toast.ts'

/** The corner where toasts appear. A popover, so that it also lies above modal dialogs. */
export function Toasts({ label, close }: { label: string; close: string }) {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts)
  const corner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = corner.current
    if (!element) return
    // Shown anew for each message: the last one shown lies on top of dialogs opened since.
    if (element.matches(':popover-open')) element.hidePopover()
    if (toasts.length > 0) element.showPopover()
  }, [toasts])
  return (
    <div ref={corner} popover="manual" className="toasts" role="region" aria-label={label} aria-live="polite">
      {toasts.map(({ id, kind, text, link }) => (
        <div key={id} className={`toast toast-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
          <span className="toast-mark" aria-hidden="true" />
          <span className="toast-text">{text}</span>
          {link && (
            <button
              type="button"
              className="toast-link"
              onClick={() => {
                dismissToast(id)
                link.go()
              }}
            >
              {link.text}
            </button>
          )}
          <button type="button" className="toast-close" aria-label={close} onClick={() => dismissToast(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
