/** What somebody has just done to rows, with the way to take it back in the message that says so. */
import { undoRows } from '../../../model/contract/exchange/rows.ts'
import type { Resource } from '../../../model/resource.ts'
import { toast } from '../../ui/toast.ts'
import type { ToastLink } from '../../ui/toast.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { t } from '../i18n/i18n.ts'

/** The link of a message that takes back what was done last to these rows. @param changed Has the list asked again. */
export function undoLink(of: Resource, ids: readonly string[], changed: () => Promise<void>): ToastLink {
  return {
    text: t('undo.go'),
    go: () => void undo(of, ids, changed),
  }
}

async function undo(of: Resource, ids: readonly string[], changed: () => Promise<void>): Promise<void> {
  try {
    await ask(undoRows, { noun: of.name, id: ids.join(',') })
    toast.success(t('undo.done'))
  } catch (error) {
    // People have been told why.
    if (!(error instanceof ApiError)) throw error
  }
  await changed()
}

/** Whether the history keeps all that a change of these fields changes: it never has secrets, and without them it takes back something else. */
export const isUndoable = (of: Resource, names: readonly string[]): boolean => names.every((name) => of.fields[name]?.access !== 'secret')
