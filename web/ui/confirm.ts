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

export function subscribeToQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentQuestion(): Asked | undefined {
  return asked
}

function change(now: Asked | undefined): void {
  asked = now
  for (const listener of listeners) listener()
}
