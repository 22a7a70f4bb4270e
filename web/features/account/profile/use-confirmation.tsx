/** The question that stands before a change of how one signs in: is it really you? Asked when the server would ask. */
import type { ReactNode } from 'react'
import { Suspense, lazy, useRef, useState } from 'react'
import type { SecondFactors } from '../../../../model/contract/account/second-factors.ts'
import { readFactors, succeeded } from '../../../kernel/session/second-factors.ts'

const IdentityDialog = lazy(() => import('../../../shared/dialogs/identity-dialog.tsx'))

interface Confirmation {
  /** Resolves when it has been shown, or shortly before; false when somebody would rather not. */
  readonly confirmed: () => Promise<boolean>
  readonly dialog: ReactNode
}

/** The question who it is, to be asked before a change, and the dialog that asks it. */
export function useConfirmation(): Confirmation {
  const [factors, setFactors] = useState<SecondFactors>()
  const answer = useRef<(yes: boolean) => void>(undefined)

  async function confirmed(): Promise<boolean> {
    let found: SecondFactors | undefined
    if (
      !(await succeeded(
        readFactors().then((read) => {
          found = read
        }),
      )) ||
      !found
    )
      return false
    if (found.isConfirmed) return true
    setFactors(found)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }

  function close(yes: boolean): void {
    setFactors(undefined)
    answer.current?.(yes)
  }

  return {
    confirmed,
    dialog: factors && (
      <Suspense fallback={null}>
        <IdentityDialog factors={factors} onClose={close} />
      </Suspense>
    ),
  }
}
