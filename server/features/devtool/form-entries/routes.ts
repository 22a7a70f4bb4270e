import { formEntries } from '../../../../model/index.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { list } from '../../../kernel/resources/list.ts'
import { remove } from '../../../kernel/resources/remove.ts'
import { exportFormEntry, exportPDFFormEntry, exportWordFormEntry } from './export.ts'
import { downloadEntryFile, uploadEntryFile } from './files.ts'
import { importFormEntry } from './import.ts'
import { queryEntryList } from './list.ts'
import { printFormEntry } from './print.ts'
import { linkRoutes } from './open-link.ts'
import { saveFormEntry, submitFormEntry, updateFormEntry, withdrawFormEntry } from './send.ts'
import { queryEntryToFill, queryFormToFill, queryFormsToFill } from './to-fill.ts'

export const formEntriesFeature: Feature = {
  tag: 'form-entries',
  routes: [
    list(formEntries),
    remove(formEntries),
    queryFormsToFill,
    queryFormToFill,
    queryEntryToFill,
    saveFormEntry,
    submitFormEntry,
    updateFormEntry,
    withdrawFormEntry,
    queryEntryList,
    uploadEntryFile,
    downloadEntryFile,
    exportFormEntry,
    exportWordFormEntry,
    exportPDFFormEntry,
    importFormEntry,
    printFormEntry,
    ...linkRoutes,
  ],
}
