/** The draft of a report template: read, saved by one person at a time, begun from a version. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/report/templates.ts'
import { reportTemplates } from '../../../../model/index.ts'
import { EMPTY_TEMPLATE, faultsOf, readDraft } from '../../../../model/reports/draft.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { askedOfReader } from '../../../../model/reports/parameters.ts'
import { secondText } from '../../../../model/zone.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'
import { draftFrom, disclosedTo } from '../shared/content.ts'
import { takePictures } from '../shared/pictures.ts'

type Asking = Pick<Call<unknown>, 'caller' | 't'>

/** An application that asks for itself is nobody. */
export const authorOf = ({ caller }: Pick<Asking, 'caller'>): string | null => (caller.client?.id === caller.userId ? null : caller.userId)

const draftRow = (id: string) =>
  build
    .selectFrom('report_templates as template')
    .leftJoin('users as person', (on) =>
      on.onRef('person.tenant_id', '=', 'template.tenant_id').onRef('person.id', '=', 'template.saved_by'),
    )
    .select(['template_name', 'template.content', 'template_version', 'template.version', 'saved_at'])
    .where('template.id', '=', id)

/** A draft as it is kept: an empty sheet before the first. */
export const keptContent = (content: unknown): ReportTemplate => (content === null ? EMPTY_TEMPLATE : readDraft(content))

/** The draft of a template that the caller sees, with its name. @throws Failure `row.not-found` */
export async function readDesign(tx: Transaction, id: string): Promise<{ readonly name: string; readonly content: ReportTemplate }> {
  const row = (await tx.first(draftRow(id))) ?? fail('row.not-found')
  return { name: row.template_name, content: keptContent(row.content) }
}

/** The same without its name. */
export const draftOf = async (tx: Transaction, id: string): Promise<ReportTemplate> => (await readDesign(tx, id)).content

export const queryReportDesign = implement(contract.queryReportDesign, {
  access: 'granted',
  summary:
    'The draft of a report template, with what keeps it from being published. Documents of figures that the caller does not see are withheld',
  of: reportTemplates,
  async handle({ input: { id }, caller, inTenant }) {
    return inTenant(async (tx) => {
      const view = viewOf(caller, reportTemplates)
      const row = (await tx.first(draftRow(id).select(personIn(caller, 'person').as('who')))) ?? fail('row.not-found')
      const content = keptContent(row.content)
      const shown = await disclosedTo(tx, caller, content)
      const hidden = shown.withheld.map((name) => content.sets[name]?.document)
      const parameters = askedOfReader(
        hidden,
        hidden.map(() => false),
      )
      return {
        id,
        templateName: view.sees('templateName') ? row.template_name : '',
        templateVersion: view.sees('templateVersion') ? row.template_version : 0,
        content: shown.content,
        withheld: [...shown.withheld],
        ...(parameters.length > 0 ? { withheldParameters: parameters } : {}),
        revision: row.version,
        faults: faultsOf(shown.content),
        savedBy: seesPeople(caller) ? row.who : null,
        savedAt: row.saved_at?.getTime() ?? null,
        mayChange: view.allowed.includes('design'),
        mayPublish: view.allowed.includes('publish'),
        mayPreview: view.allowed.includes('preview'),
      }
    })
  },
})

export const saveReportDraft = implement(contract.saveReportDraft, {
  access: 'granted',
  summary: 'Keep the draft of a report template; refused where somebody else saved it meanwhile',
  of: reportTemplates,
  async handle(call) {
    return call.inTenant(async (tx) => {
      const content = draftFrom(call.input.content, call.t, await draftOf(tx, call.input.id))
      await takePictures(tx, call.t, content)
      const { version, saved_at } = await keepDraft(tx, call, call.input, content)
      // Of a document that they are not told they are not told by what is wrong with it, either.
      const shown = await disclosedTo(tx, call.caller, content)
      return { revision: version, savedAt: saved_at.getTime(), faults: faultsOf(shown.content) }
    })
  },
})

export const restoreReportVersion = implement(contract.restoreReportVersion, {
  access: 'granted',
  summary: 'Make a published version of a report template its draft again',
  of: reportTemplates,
  async handle(call) {
    return call.inTenant(async (tx) => {
      const content = await versionOf(tx, call.input.id, call.input.templateVersion)
      return { revision: (await keepDraft(tx, call, call.input, content)).version }
    })
  },
})

/** What a version says. The caller sees the template. @throws Failure `row.not-found` */
export async function versionOf(tx: Transaction, id: string, templateVersion: number): Promise<ReportTemplate> {
  const row = await tx.first(
    build
      .selectFrom('report_template_versions')
      .select('content')
      .where('template_id', '=', id)
      .where('template_version', '=', templateVersion),
  )
  return readDraft((row ?? fail('row.not-found')).content)
}

interface Revision {
  readonly id: string
  readonly revision: number
}

async function keepDraft(tx: Transaction, asking: Asking, { id, revision }: Revision, content: ReportTemplate) {
  const kept = await tx.first(
    build
      .updateTable('report_templates')
      .set({
        content: JSON.stringify(content),
        saved_by: authorOf(asking),
        saved_at: sql<Date>`now()`,
        updated_at: sql<Date>`now()`,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', id)
      .where('version', '=', revision)
      .returning(['version', sql<Date>`saved_at`.as('saved_at')]),
  )
  return kept ?? refuseMeanwhile(tx, asking, id)
}

/** Says who saved meanwhile and when. @throws Failure `template.saved-meanwhile`, `row.not-found` */
export async function refuseMeanwhile(tx: Transaction, { caller, t }: Asking, id: string): Promise<never> {
  const row = (await tx.first(draftRow(id).select(personIn(caller, 'person').as('who')))) ?? fail('row.not-found')
  const savedBy = seesPeople(caller) ? row.who : null
  const savedAt = row.saved_at?.getTime() ?? null
  const user = savedBy ?? t('error.template.saved-by-somebody')
  const time = savedAt === null ? '' : secondText(await tx.timeZone(), savedAt)
  return fail('template.saved-meanwhile', { values: { user, time }, more: { savedBy, savedAt, revision: row.version } })
}
