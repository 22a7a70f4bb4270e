/** A page that stands in the designer, as its designer sees it, or as a role would. */
import { previewRole } from '../../../../model/contract/authority/roles.ts'
import * as contract from '../../../../model/contract/screen/screens.ts'
import { screens } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { Services } from '../../../kernel/services.ts'
import { screenFrom } from '../shared/content.ts'
import { allFindings, hiddenFor } from '../shared/findings.ts'
import { pageData } from '../shared/page-data.ts'

export const previewScreenPage = implement(contract.previewScreenPage, {
  access: 'granted',
  reads: true,
  allowedWith: ['read-only'],
  unloggedInput: ['content', 'variables'],
  summary:
    'All that a page of a big screen in the designer would show, to the caller or to a role that they may look as, with what is to be said about the document',
  of: screens,
  async handle({ input: { content: given, page, variables, roleId }, caller, services, t, inTenant }) {
    // Figures that were withheld from the designer stay so: nothing stored takes their place here.
    const content = screenFrom(withoutWithheld(given), t)
    const [reader, findings] = await inTenant(async (tx) => [
      roleId === undefined ? caller : await callerAs(tx, services, caller, roleId),
      await allFindings(tx, caller, content),
    ])
    const data = await pageData({ services, caller: reader, t }, { content, page, variables })
    if (reader === caller) return { ...data, findings }
    const own = await pageData({ services, caller, t }, { content, page, variables })
    const idsOf = (points: typeof data.points) => new Set(points.map(({ id }) => id))
    return { ...data, findings: [...findings, ...hiddenFor(content, page, idsOf(own.points), idsOf(data.points))] }
  },
})

/** The document without the figures that its designer was not told. What is no document stays as it is, and is refused by whoever reads it. */
function withoutWithheld(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || !('figures' in given) || !Array.isArray(given.figures)) return given
  const figures = given.figures.filter(
    (figure: unknown) => !(typeof figure === 'object' && figure !== null && 'document' in figure && figure.document === null),
  )
  return { ...given, figures }
}

/**
 * The caller with one role in place of their own: it may do nothing that they may not.
 * @throws Failure `permission.denied` for whoever may not look as roles, `row.not-found`, `grant.exceeds`
 */
async function callerAs(tx: Transaction, { grants }: Pick<Services, 'grants'>, caller: Caller, roleId: string): Promise<Caller> {
  if (!mayCall(caller, previewRole.path)) return fail('permission.denied')
  const [role] = await grants.load(tx, [roleId])
  if (!role) return fail('row.not-found')
  await assertMayGrant(tx, grants, caller, [roleId])
  return callerOf({ ...caller, roles: [role] }, undefined, caller.language)
}
