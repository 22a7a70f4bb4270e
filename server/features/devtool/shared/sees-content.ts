/** What a form consists of is a field of the noun: a role that hides it hides it wherever it is told, and nobody writes what they do not see. */
import { forms } from '../../../../model/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'

/** The caller's view of forms, of which the content is part. @throws Failure `permission.denied` */
export function viewWithContent({ caller }: Pick<Call<unknown>, 'caller'>): ReturnType<typeof viewOf> {
  const view = viewOf(caller, forms)
  if (!view.sees('formContent')) fail('permission.denied')
  return view
}
