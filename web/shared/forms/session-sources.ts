/** Where the forms of those who are signed in have from what they do not hold themselves. */
import { queryLatestReading } from '../../../model/contract/acquisition/readings.ts'
import { downloadEntryFile, uploadEntryFile } from '../../../model/contract/devtool/form-entries.ts'
import { downloadProcessFile, uploadProcessFile } from '../../../model/contract/workflow/office.ts'
import { queryDictByDictType } from '../../../model/contract/system/dictionaries.ts'
import { MAX_ENTRY_FILE } from '../../../model/devtool/form-entries.ts'
import { ask, askFile } from '../../kernel/http/ask.ts'
import { askWithProgress } from '../../kernel/http/upload.ts'
import type { FormSources } from './form-sources.ts'

/** Milliseconds: a file over a slow line. */
const LONG = 120_000

type Names = Readonly<Record<string, string>>

/** The sources of a form of the console. @param names What rows are called that the entry names, by their ids */
export const sessionSources = (formId: string, names: Names = {}): FormSources =>
  sourcesWith(names, {
    upload: async (file, { field, ...options }) => {
      const { id, name } = await askWithProgress(uploadEntryFile, { formId, field, file }, options)
      return { id, name }
    },
    contentOf: async ({ id }) => (await askFile(downloadEntryFile, { id }, { limit: LONG })).content,
  })

/** The sources of the form of a process that is started, or of a task: its files are the process's. */
export const processSources = (
  place: { readonly processDefinitionId: string } | { readonly taskId: string },
  names: Names = {},
): FormSources =>
  sourcesWith(names, {
    upload: async (file, { field, ...options }) => {
      const { id, name } = await askWithProgress(uploadProcessFile, { ...place, field, file }, options)
      return { id, name }
    },
    contentOf: async ({ id }) => (await askFile(downloadProcessFile, { id }, { limit: LONG })).content,
  })

const sourcesWith = (names: Names, files: Pick<FormSources, 'upload' | 'contentOf'>): FormSources => ({
  key: 'session',
  namesRows: true,
  nameOf: (id) => (Object.hasOwn(names, id) ? names[id] : undefined),
  dictionary: dictionaryOf,
  newest: newestOf,
  maxMegabytes: MAX_ENTRY_FILE.megabytes,
  ...files,
})

async function dictionaryOf(type: string) {
  const members = await ask(queryDictByDictType, { dictType: type }, { quiet: true })
  return members.map(({ value, name }) => ({ value, label: name }))
}

async function newestOf(point: string) {
  const [latest] = (await ask(queryLatestReading, { pointId: [point] }, { quiet: true })).list
  return latest && { point, value: latest.value, quality: latest.quality, at: new Date(latest.time).toISOString() }
}
