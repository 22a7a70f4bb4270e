/** Files of a form for other programs, to be read and to be taken away. Nothing is written anywhere. */
import { Readable } from 'node:stream'
import * as contract from '../../../../model/contract/devtool/form-generator.ts'
import { printGeneratorForm } from '../../../../model/contract/devtool/form-print.ts'
import { forms } from '../../../../model/index.ts'
import { versionOf } from '../../../forms/index.ts'
import { zip } from '../../../documents/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { Download } from '../../../kernel/http/download.ts'
import type { Call, Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import { viewWithContent } from '../shared/sees-content.ts'
import { readDefinitionText } from '../shared/read-definition.ts'
import { filesOf } from './files.ts'
import type { FormSource, GeneratedFile } from './source.ts'

const ZIP = 'application/zip'
/** Forms that are offered; a tenant with more finds the others by the list of forms. */
const MAX_OFFERED = 1000

const choice = implement(contract.queryFormChoice, {
  access: 'granted',
  summary: 'The forms of which files can be made',
  of: forms,
  async handle({ caller, inTenant }) {
    const view = viewOf(caller, forms)
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('forms')
          .select(['id', 'form_description', 'form_version'])
          .orderBy('form_description')
          .orderBy('id')
          .limit(MAX_OFFERED),
      ),
    )
    return {
      list: rows.map((row) => ({
        id: row.id,
        formDescription: view.sees('formDescription') ? row.form_description : '',
        formVersion: view.sees('formVersion') ? row.form_version : 0,
      })),
      mayPrint: caller.urls.has(printGeneratorForm.path),
      mayGenerate: caller.urls.has(contract.generateFormResource.path) && !caller.hiddenButtons.has('formgenerator:generate'),
    }
  },
})

const resource = implement(contract.queryFormResource, {
  access: 'granted',
  summary: 'The files that are made of a form: a page, schemas and tables',
  of: forms,
  handle: async (call) => ({ files: filesOf(await sourceOf(call)) }),
})

const generate = implement(contract.generateFormResource, {
  access: 'granted',
  summary: 'The files that are made of a form, as a ZIP',
  of: forms,
  reads: true,
  file: ZIP,
  async handle(call) {
    const source = await sourceOf(call)
    const name = [source.title, ...(source.version === null ? [] : [`v${source.version}`])].filter(Boolean).join(' ') || 'form'
    return new Download({ name: `${name}.zip`, type: ZIP, stream: Readable.from(zip(entriesOf(filesOf(source)))) })
  },
})

async function* entriesOf(files: readonly GeneratedFile[]) {
  for (const { name, text } of files) yield { path: name, content: text }
}

type Asked = Call<{ readonly id: string; readonly formVersion?: number | undefined }>

/** @throws Failure `row.not-found` for a form or a version that there is not, `permission.denied` for whoever does not see what forms consist of. */
function sourceOf({ input: { id, formVersion }, caller, t, request, inTenant }: Asked): Promise<FormSource> {
  const view = viewWithContent({ caller })
  return inTenant(async (tx) => {
    const form = await tx.first(build.selectFrom('forms').select(['form_description', 'form_content']).where('id', '=', id))
    if (!form) return fail('row.not-found')
    return {
      title: view.sees('formDescription') ? form.form_description : '',
      version: formVersion ?? null,
      definition: formVersion === undefined ? readDefinitionText(form.form_content, t) : await versionOf(tx, id, formVersion),
      language: languageOfRequest(request),
    }
  })
}

export const formGeneratorFeature: Feature = { tag: 'forms', routes: [choice, resource, generate] }
