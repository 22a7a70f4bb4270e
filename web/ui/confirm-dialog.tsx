import { useEffect, useRef, useSyncExternalStore } from 'react'
import './confirm-dialog.css'
import { currentQuestion, subscribeToQuestion } from './confirm.ts'

/** The platform's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. */
export function ConfirmDialog() {
  const question = useSyncExternalStore(subscribeToQuestion, currentQuestion)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (question) dialog.current?.showModal()
  }, [question])
  if (!question) return null

  // Closing gives the focus back; taking the dialog away would not.
  function answer(yes: boolean): void {
    dialog.current?.close()
    question?.answer(yes)
  }

  return (
    <dialog
      ref={dialog}
      className="confirm"
      role="alertdialog"
      aria-labelledby="confirm-title"
      aria-describedby="confirm-text"
      onCancel={(event) => {
        event.preventDefault()
        answer(false)
      }}
    >
      <h2 id="confirm-title">{question.title}</h2>
      <p id="confirm-text">{question.text}</p>
      <div className="confirm-buttons">
        <button type="button" className="plain-button" onClick={() => answer(false)}>
          {question.cancel}
        </button>
        <button type="button" className={question.danger ? 'main-button danger' : 'main-button'} onClick={() => answer(true)}>
          {question.ok}
        </button>
      </div>
    </dialog>
  )
}
