/** A form on paper, to be filled in by hand. */
import { Readable } from 'node:stream'
import { printGeneratorForm as contract } from '../../../../model/contract/devtool/form-print.ts'
import { textIn } from '../../../../model/form/definition.ts'
import { forms } from '../../../../model/index.ts'
import { localeOf } from '../../../../model/labels/index.ts'
import { blocksOf, checkCodeOf, versionOf } from '../../../forms/index.ts'
import { PDF, writePaper } from '../../../documents/index.ts'
import { noteOf } from '../../../exchange/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { viewWithContent } from '../shared/sees-content.ts'
import { readDefinitionText } from '../shared/read-definition.ts'

export const printGeneratorForm = implement(contract, {
  access: 'granted',
  summary: 'A form as a PDF, to be filled in by hand',
  of: forms,
  reads: true,
  file: PDF,
  async handle({ input: { id, formVersion }, services, caller, t, request, inTenant }) {
    const language = languageOfRequest(request)
    const view = viewWithContent({ caller })
    const { description, definition, tenant } = await inTenant(async (tx) => {
      const form = await tx.first(build.selectFrom('forms').select(['form_description', 'form_content']).where('id', '=', id))
      if (!form) return fail('row.not-found')
      const row = await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', caller.tenantId))
      return {
        description: view.sees('formDescription') ? form.form_description : '',
        definition: formVersion === undefined ? readDefinitionText(form.form_content, t) : await versionOf(tx, id, formVersion),
        tenant: row?.tenant_name ?? '',
      }
    })
    const { print } = definition
    const version = formVersion === undefined ? t('forms.paper.draft-form') : t('forms.paper.version', { version: formVersion })
    const code = checkCodeOf([id, formVersion ?? 0, definition])
    const stream = writePaper({
      title: description,
      author: tenant,
      locale: localeOf[language],
      isLandscape: print?.isLandscape ?? false,
      header: print?.header ? textIn(print.header, language) : tenant,
      note: '',
      footer: [description, version, t('forms.paper.check', { code })].filter(Boolean).join(' · '),
      blocks: blocksOf(definition, { language, t }, undefined),
      signatures: (print?.signatures ?? []).map((label) => textIn(label, language)),
      ending: `${t('forms.paper.printed', { note: await noteOf(services, caller) })}\n${t('forms.paper.form-check-about')}`,
    })
    return new Download({ name: `${description || 'form'}.pdf`, type: PDF, stream: Readable.from(stream) })
  },
})
