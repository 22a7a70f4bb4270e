/** The export button of a list of entries: as which file, and all that the filters leave or only the chosen ones. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { InputOf } from '../../../../model/contract/contract.ts'
import type { FormToFill } from '../../../../model/contract/devtool/form-entries.ts'
import { exportFormEntry, exportPDFFormEntry, exportWordFormEntry } from '../../../../model/contract/devtool/form-entries.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { fetchFileOrJob, saveFile } from '../../../kernel/resource/exchange/save-file.ts'
import { EXPORT_CENTRE } from '../../../kernel/resource/exchange/use-export.tsx'
import { clockZone } from '../../../ui/clock.ts'
import { toast } from '../../../ui/toast.ts'
import type { Choice } from '../../../ui/toolbar.tsx'
import type { EntryColumn, EntryListState } from './list-state.ts'
import { listingOf } from './list-state.ts'

/** All that the filters leave, or some entries of it. */
type Chosen = InputOf<typeof exportPDFFormEntry>

const formats = [
  { key: 'export', call: 'export', fetch: (chosen: Chosen) => fetchFileOrJob(exportFormEntry, { ...chosen, fileFormat: 'xlsx' }) },
  { key: 'exportCSV', call: 'export', fetch: (chosen: Chosen) => fetchFileOrJob(exportFormEntry, { ...chosen, fileFormat: 'csv' }) },
  { key: 'exportWord', call: 'exportWord', fetch: (chosen: Chosen) => fetchFileOrJob(exportWordFormEntry, chosen) },
  { key: 'exportPDF', call: 'exportPDF', fetch: (chosen: Chosen) => fetchFileOrJob(exportPDFFormEntry, chosen) },
] as const

/** The choices of the export menu; none where nothing is allowed. */
export function useEntryExport(
  { formId }: FormToFill,
  state: EntryListState,
  columns: readonly EntryColumn[],
  chosen: readonly string[],
  may: (button: string) => boolean,
): Choice[] {
  const t = useT()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const allowed = formats.filter(({ call }) => may(call))
  if (allowed.length === 0) return []

  async function run(format: (typeof formats)[number], id: readonly string[] | undefined): Promise<void> {
    setBusy(true)
    try {
      const answer = await format.fetch({ ...listingOf(formId, state, columns, clockZone()), ...(id ? { id } : {}) })
      // Many rows become a job, which the export centre shows (RFC 7240).
      if ('content' in answer) saveFile(answer)
      else toast.success(t('export.queued'), { text: t('menu.exportcentre'), go: () => void navigate(EXPORT_CENTRE) })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  const actions = (ids?: readonly string[]) =>
    allowed.map((format) => ({
      key: `${format.key}${ids ? '-chosen' : ''}`,
      label: t(`export.${format.key}`),
      run: () => void run(format, ids),
    }))
  const ways =
    chosen.length === 0
      ? [{ actions: actions() }]
      : [
          { title: t('export.chosen', { count: chosen.length }), actions: actions(chosen) },
          { title: t('export.all'), actions: actions() },
        ]
  return [{ key: 'export', label: t('button.export'), icon: <DownloadOutlined aria-hidden="true" />, busy, ways }]
}
