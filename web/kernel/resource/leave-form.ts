/** Leaving a dialog with a form in it. */
import type { Question } from '../../ui/confirm.ts'
import { useLeaving } from '../../ui/leaving.ts'
import { useT } from '../i18n/i18n.ts'
import { isFilledIn } from './form-body.ts'
import type { FormValues } from './form-checks.ts'

/** Whether something else stands in a form than at its beginning. */
export const isFilled = (values: object, beginning: object): boolean =>
  isFilledIn(Object.keys(values), values as FormValues, beginning as FormValues)

/**
 * What leaves the dialog, to be given to whatever closes it: asks before it throws away what was filled in, and does nothing while that is being saved.
 *
 * @param lost Whether something would be lost now
 */
export function useLeaveForm(lost: () => boolean, leave: () => void, isSaving = false): () => void {
  const t = useT()
  const question = (): Question => ({
    title: t('form.discard'),
    text: t('form.discard-about'),
    ok: t('form.discard-yes'),
    cancel: t('form.discard-no'),
    danger: true,
  })
  const go = useLeaving(() => (lost() ? question() : undefined), leave)
  return () => {
    if (!isSaving) go()
  }
}
