import type { MenuButton } from '../../../../model/tenant/template.ts'
import type { PersonalTaskAct } from '../../../../model/contract/workflow/office.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** Whether a button of a page of the personal office is shown: who may do something is the server's to say, a role only hides what its people do not need. */
export function useShown(menu: string): (button: MenuButton) => boolean {
  const { authority } = useSession()
  return (button) => !authority.menuButton.includes(`${menu}:${button}`)
}

/** The button of the catalogue by which a role hides an act. */
export const BUTTON_OF = {
  claim: 'assign',
  unclaim: 'unclaim',
  complete: 'complete',
  reject: 'reject',
  abstain: 'complete',
  delegate: 'delegate',
  resolve: 'answer',
  transfer: 'transfer',
  regress: 'regress',
  return: 'return',
  terminate: 'terminate',
  withdraw: 'withdraw',
  'add-signer': 'signers',
  'remove-signer': 'signers',
  consult: 'delegate',
  remind: 'remind',
  copy: 'copies',
  print: 'print',
} as const satisfies Readonly<Record<PersonalTaskAct, MenuButton>>

/** The page in whose entry of the catalogue a button stands. */
export const menuOf = (act: PersonalTaskAct): string =>
  act === 'claim' ? 'candidatetask' : act === 'withdraw' ? 'finishedtask' : 'assigneetask'
