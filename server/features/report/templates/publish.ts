/** What is published of report templates: versions that nobody changes any more (a trigger of the database refuses it). */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { faultsOf } from '../../../../model/reports/draft.ts'
import { build } from '../../../kernel/database/sql.ts'
import { Failure, fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { newId } from '../../../kernel/ids.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { invalid, disclosedTo } from '../shared/content.ts'
import { schedulesOf, useOf } from './use.ts'
import { authorOf, keptContent, refuseMeanwhile, versionOf } from './design.ts'

export const publishReportTemplate = implement(contract.publishReportTemplate, {
  access: 'granted',
  summary: 'Publish the draft of a report template as its next version, which is never changed and is offered among the reports',
  of: reportTemplates,
  async handle(call) {
    const { input, caller, t } = call
    return call.inTenant(async (tx) => {
      const row = await tx.first(
        build
          .selectFrom('report_templates')
          .select(['content', 'template_version'])
          .where('id', '=', input.id)
          .where('version', '=', input.revision)
          .forUpdate(),
      )
      if (!row) return refuseMeanwhile(tx, call, input.id)
      const content = keptContent(row.content)
      if (faultsOf(content).length > 0) {
        const shown = faultsOf((await disclosedTo(tx, caller, content)).content)
        // What is wrong with a document that they are not told is not theirs to know.
        throw shown.length > 0 ? invalid(t, shown, 'template.faults') : new Failure('permission.withheld')
      }
      const templateVersion = row.template_version + 1
      await tx.run(
        build.insertInto('report_template_versions').values({
          tenant_id: caller.tenantId,
          id: newId(),
          template_id: input.id,
          template_version: templateVersion,
          content: JSON.stringify(content),
          published_by: authorOf(call),
        }),
      )
      const changed = await tx.first(
        build
          .updateTable('report_templates')
          .set({
            template_version: templateVersion,
            published_at: sql<Date>`now()`,
            updated_at: sql<Date>`now()`,
            version: sql<number>`version + 1`,
          })
          .where('id', '=', input.id)
          .returning('version'),
      )
      return { templateVersion, revision: (changed ?? fail('row.not-found')).version }
    })
  },
})

export const queryReportVersion = implement(contract.queryReportVersion, {
  access: 'granted',
  summary:
    'The published versions of a report template, the newest first, with the reports that were issued with each and the schedules that make reports with it',
  of: reportTemplates,
  async handle({ input: { id }, caller, inTenant }) {
    const { rows, issuedWith, scheduled } = await inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('report_templates').select('id').where('id', '=', id)))) fail('row.not-found')
      const versions = await tx.all(
        build
          .selectFrom('report_template_versions as version')
          .leftJoin('users as person', (on) =>
            on.onRef('person.tenant_id', '=', 'version.tenant_id').onRef('person.id', '=', 'version.published_by'),
          )
          .select(['version.template_version', 'version.published_at', personIn(caller, 'person').as('who')])
          .where('version.template_id', '=', id)
          .orderBy('version.template_version', 'desc'),
      )
      return { rows: versions, issuedWith: await useOf(tx, caller, id), scheduled: await schedulesOf(tx, caller, id) }
    })
    const seesName = seesPeople(caller)
    // Schedules name no version: their reports are made with the one that is published when they are due.
    return rows.map((row, at) => ({
      templateVersion: row.template_version,
      publishedBy: seesName ? row.who : null,
      publishedAt: row.published_at.getTime(),
      issued: issuedWith?.(row.template_version) ?? null,
      scheduled: scheduled === undefined ? null : at === 0 ? scheduled : { count: 0, named: [] },
    }))
  },
})

export const queryReportVersionContent = implement(contract.queryReportVersionContent, {
  access: 'granted',
  summary: 'What a published version of a report template says',
  of: reportTemplates,
  async handle({ input: { id, templateVersion }, caller, inTenant }) {
    return inTenant(async (tx) => {
      if (!(await tx.first(build.selectFrom('report_templates').select('id').where('id', '=', id)))) fail('row.not-found')
      const { content, withheld } = await disclosedTo(tx, caller, await versionOf(tx, id, templateVersion))
      return { templateVersion, content, withheld: [...withheld] }
    })
  },
})
