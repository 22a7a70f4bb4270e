/** What is done to a task in a dialog: what each act asks for, and the call it is. */
import {
  addSigner,
  copyProcessInstance,
  remindProcessInstance,
  removeSigner,
  withdrawTask,
} from '../../../../model/contract/workflow/acts.ts'
import type { SIGNER_WAYS } from '../../../../model/contract/workflow/acts.ts'
import { consultTask } from '../../../../model/contract/workflow/consultations.ts'
import type { PersonalTaskAct } from '../../../../model/contract/workflow/office.ts'
import type { RETURN_WAYS } from '../../../../model/contract/workflow/tasks.ts'
import {
  abstainTask,
  completeTask,
  delegateTask,
  regressTask,
  rejectTask,
  resolveTask,
  returnTask,
  terminateTask,
  transferTask,
} from '../../../../model/contract/workflow/tasks.ts'
import type { EntryData } from '../../../../model/form/check-entry.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'

/** Claiming, giving back and printing need no dialog. */
export type DialogAct = Exclude<PersonalTaskAct, 'claim' | 'unclaim' | 'print'>

/** Whether the act asks for a comment; those that decide nothing do not. */
export const needsComment = (act: DialogAct): boolean => act !== 'remind' && act !== 'copy'

export interface ActTask {
  readonly id: string
  readonly name: string
  readonly processInstanceId: string
}

/** What a dialog has been filled in with; each act takes what is its own. */
export interface ActValues {
  readonly comment?: string | undefined
  /** A username: to whom the task goes. */
  readonly assignee?: string | undefined
  /** Usernames. */
  readonly users?: readonly string[] | undefined
  /** A username: who does the next task, where whoever approves has to choose. */
  readonly candidate?: string | undefined
  /** The node to go back to. */
  readonly target?: string | undefined
  readonly way?: (typeof RETURN_WAYS)[number] | undefined
  readonly how?: (typeof SIGNER_WAYS)[number] | undefined
}

export interface Performing {
  readonly task: ActTask
  readonly values: ActValues
  /** The same at each try of one dialog, so that nothing is done twice. */
  readonly commandKey: string
  readonly formData?: EntryData | undefined
  /** Ids of files that were brought for it. */
  readonly attachments?: readonly string[]
  readonly t: Translate
}

/** Sends the act, and returns the sentence that is shown then. @throws ApiError */
export async function perform(act: DialogAct, { task, values, commandKey, formData, attachments = [], t }: Performing): Promise<string> {
  const comment = values.comment?.trim() ?? ''
  const { assignee = '', users = [], candidate, target = '', way, how = 'parallel' } = values
  const one = { taskId: task.id, comment, commandKey }
  const acted = { ...one, ...(attachments.length > 0 ? { attachments: [...attachments] } : {}) }
  const filled = { ...acted, ...(formData ? { formData } : {}) }
  const ofInstance = { processInstanceId: task.processInstanceId, ...(comment ? { comment } : {}) }
  switch (act) {
    case 'complete':
      await ask(completeTask, { ...filled, ...(candidate ? { candidate } : {}) })
      break
    case 'reject':
      await ask(rejectTask, filled)
      break
    case 'abstain':
      await ask(abstainTask, acted)
      break
    case 'delegate':
      await ask(delegateTask, { ...acted, assignee })
      break
    case 'resolve':
      await ask(resolveTask, filled)
      break
    case 'transfer':
      await ask(transferTask, { ...acted, assignee })
      break
    case 'regress':
      await ask(regressTask, acted)
      break
    case 'return':
      await ask(returnTask, { ...acted, target, ...(way ? { way } : {}) })
      break
    case 'terminate':
      await ask(terminateTask, acted)
      break
    case 'withdraw':
      await ask(withdrawTask, one)
      break
    case 'add-signer':
      await ask(addSigner, { ...one, users: [...users], how })
      break
    case 'remove-signer':
      await ask(removeSigner, one)
      break
    case 'consult': {
      const { changed } = await ask(consultTask, { taskId: task.id, users: [...users], comment })
      return t('my-task.done-consult', { count: changed })
    }
    case 'remind': {
      const { reminded } = await ask(remindProcessInstance, ofInstance)
      return reminded > 0 ? t('my-task.done-remind', { count: reminded }) : t('my-task.done-remind-none')
    }
    case 'copy': {
      const { changed } = await ask(copyProcessInstance, { ...ofInstance, users: [...users] })
      return t('my-task.done-copy', { count: changed })
    }
  }
  return t(`my-task.done-${act}`)
}

/** A key that no other dialog has; browsers give UUIDs to secure pages alone. */
export const newCommandKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
