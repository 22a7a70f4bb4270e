/**
 * A call is given 5 s, and some kinds are given longer. Which those are stands in a row of docs/specification.md, and each
 * place that gives longer stands here under its kind: a new one is a decision for a reviewer, and for that row.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')

/** The files that give a call longer, by the words of the specification for their kind. */
const LONGER: Readonly<Record<string, readonly string[]>> = {
  exports: [
    'web/kernel/resource/exchange/save-file.ts',
    'web/kernel/resource/exchange/use-export.tsx',
    'web/shared/workflow/personal-list.tsx',
  ],
  imports: [
    'web/kernel/resource/exchange/import-client.ts',
    'web/kernel/resource/exchange/import-target.ts',
    'web/features/devtool/formentry/import-dialog.tsx',
    'web/features/workflow/model/import-model-dialog.tsx',
  ],
  files: [
    'web/shared/files/client.ts',
    'web/shared/forms/session-sources.ts',
    'web/shared/workflow/tasks/act-files.tsx',
    'web/shared/workflow/office/attachments.tsx',
    'web/features/file/open-link/page.tsx',
    'web/features/acquisition/devices/detail/attachment-dialog.tsx',
    'web/features/reports/report-file/page.tsx',
    'web/shared/maintenance/upload.ts',
    'web/features/maintenance/equipment/detail/document-dialog.tsx',
    'web/shared/maintenance/rounds/senders.ts',
  ],
  pictures: [
    'web/kernel/resource/text-pictures.ts',
    'web/features/account/profile/picture.tsx',
    'web/features/organisation/users/picture-dialog.tsx',
  ],
  'a paper of an instance of a process has 60 s': ['web/features/office/mytaskdetails/act-bar.tsx'],
  'a trend': ['web/shared/acquisition/readings.ts'],
  'its statistics': ['web/features/acquisition/readings/statistics.ts'],
  'the curve of a run': ['web/features/charts/construction-data/client.ts'],
  'figures of charts': ['web/shared/figures/client.ts'],
  'alarm health': ['web/features/charts/alarm-statistics/page.tsx'],
  'the preview of a report': ['web/features/report-designer/report-design/preview.tsx'],
  "the list of a form's entries": ['web/features/devtool/formentry/client.ts'],
  'deployment and simulation of a model': [
    'web/features/workflow/model/deploy-dialog.tsx',
    'web/features/workflow/model/simulation-run.tsx',
    'web/features/workflow/deployment/deploy-file-dialog.tsx',
  ],
  'Handing over all tasks of somebody (120 s)': ['web/features/organisation/users/successor-dialog.tsx'],
  'a page of a screen, and its preview': ['web/shared/screens/player/hosts.ts', 'web/features/bigscreen/screendesign/use-preview.ts'],
  'a test reading (12 s)': ['web/features/acquisition/devices/test-read-dialog.tsx'],
}

/** A limit of time in the options of a call: `limit:` with a constant or a number. One of how much is shown is called `MAX_…`. */
const LIMIT = /\blimit: (?!MAX_)(?:[A-Z][A-Z_]*\b|[\d_]+)/

test('the calls of the web with a time limit of their own are the reviewed ones', () => {
  const found = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file) && LIMIT.test(read(file)))
  expect(found.sort()).toEqual(Object.values(LONGER).flat().sort())
})

test('the specification names each kind of them', () => {
  const row = read('docs/specification.md')
    .split('\n')
    .find((line) => line.startsWith('| The same limit for files |'))
  expect(Object.keys(LONGER).filter((kind) => !row?.includes(kind))).toEqual([])
})
