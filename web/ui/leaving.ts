/** Leaves what somebody fills in: asks first where something would be lost, by whatever way one leaves, and once at a time. */
import { useState } from 'react'
import type { Question } from './confirm.ts'
import { confirm } from './confirm.ts'

/** Leaves at once where there is no question, else if the answer is yes. */
type Leave = (question: Question | undefined, leave: () => void) => Promise<void>

/** A way to leave one dialog. While its question stands, further attempts do nothing: Escape in the question is heard by the dialog behind it as well. */
export function leaving(): Leave {
  let isAsking = false
  return async (question, leave) => {
    if (isAsking) return
    isAsking = true
    // The Escape that is being pressed would close the question as well, were it asked at once.
    await new Promise((resolve) => setTimeout(resolve))
    const yes = !question || (await confirm(question))
    isAsking = false
    if (yes) leave()
  }
}

/** What leaves a dialog. @param lost The question to ask now; undefined where nothing would be lost */
export function useLeaving(lost: () => Question | undefined, leave: () => void): () => void {
  const [go] = useState(leaving)
  return () => void go(lost(), leave)
}
