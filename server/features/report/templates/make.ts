/** Report templates that begin with something: another template, a built-in report, or a file. */
import type { Translate } from '../../../../model/labels/index.ts'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { startingPoint } from '../../../../model/reports/starting-points.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { draftFrom, disclosedTo } from '../shared/content.ts'
import { hasSubjects } from '../shared/made.ts'
import { takePictures } from '../shared/pictures.ts'
import { draftOf } from './design.ts'

export const templateWrites = writes(reportTemplates)

interface Named {
  readonly templateName: string
  readonly templateKind: string
  readonly templateStatus: number
  readonly templateDescription?: string | undefined
}

async function begin(tx: Transaction, call: Pick<Call<unknown>, 'caller' | 't' | 'services'>, named: Named, content: ReportTemplate) {
  const added = await addOne(tx, templateWrites, call, [newRow({ ...named })])
  await tx.run(
    build
      .updateTable('report_templates')
      .set({ content: JSON.stringify(content) })
      .where('id', '=', added.id),
  )
  return added
}

export const copyReportTemplate = implement(contract.copyReportTemplate, {
  access: 'granted',
  summary: 'Make a new report template with the draft of another one, or with what a built-in report says',
  of: reportTemplates,
  async handle(call) {
    const { id, report, period, ...named } = call.input
    return call.inTenant(async (tx) =>
      begin(tx, call, named, report ? startingPoint(call.t, report, period, hasSubjects(call.caller, call.t)) : await copied(tx, call, id)),
    )
  },
})

/** Whoever copies a template has what they see of it. @throws Failure `permission.withheld` */
async function copied(tx: Transaction, { caller }: { caller: Call<unknown>['caller']; t: Translate }, id: string | undefined) {
  if (id === undefined) return fail('row.not-found')
  const { content, withheld } = await disclosedTo(tx, caller, await draftOf(tx, id))
  return withheld.length > 0 ? fail('permission.withheld') : content
}

export const importReportDesign = implement(contract.importReportDesign, {
  access: 'granted',
  summary: 'Make a new report template with a draft that was kept as a file',
  of: reportTemplates,
  async handle(call) {
    const { content, ...named } = call.input
    const draft = draftFrom(content, call.t)
    return call.inTenant(async (tx) => {
      await takePictures(tx, call.t, draft)
      return begin(tx, call, named, draft)
    })
  },
})
