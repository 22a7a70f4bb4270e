/** Asks one question and waits for the answer: `if (await confirm({...}))`. `<Confirm/>` shows it. One question at a time. */

export interface Question {
  readonly title: string
  readonly text: string
  readonly ok: string
  readonly cancel: string
  readonly danger?: boolean
  /** It is about more than the page that is shown, and outlives it. */
  readonly stays?: boolean
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

let asked: Asked | undefined
const listeners = new Set<() => void>()

/** Whether the person says yes. A question that is still open is answered with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    change({
      ...question,
      answer: (yes) => {
        change(undefined)
        resolve(yes)
      },
    })
  })
}

/** The page it was asked on is left: nobody would know any more what it is about. */
export function withdrawQuestion(): void {
  if (asked && !asked.stays) asked.answer(false)
}

/** Calls the listener whenever another question is asked or none; returns how to end that. */
export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question that is open; undefined where there is none. */
export function currentQuestion(): Asked | undefined {
  return asked
}

function change(now: Asked | undefined): void {
  asked = now
  for (const listener of listeners) listener()
}
