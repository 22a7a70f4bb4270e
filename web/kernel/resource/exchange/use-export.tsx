/** The export button of a noun: as which file, and all the rows that the filters leave or only the chosen ones. */
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Listing, Resource } from '../../../../model/resource.ts'
import { toast } from '../../../ui/toast.ts'
import type { Choice } from '../../../ui/toolbar.tsx'
import { ApiError } from '../../http/api.ts'
import type { LabelKey } from '../../i18n/i18n.ts'
import { useT } from '../../i18n/i18n.ts'
import type { ListState } from '../list-state.ts'
import { listQuery } from '../list-state.ts'
import type { Saved } from '../../http/api.ts'
import { exportRows } from '../../http/resource-client.ts'
import { saveFile } from './save-file.ts'

/** The files in the order of the menu; `call` is the beginning of the call, which the server allows or not. */
const formats = [
  { key: 'export', call: 'export' },
  { key: 'exportCSV', call: 'export', fileFormat: 'csv' },
  { key: 'exportWord', call: 'exportWord' },
  { key: 'exportPDF', call: 'exportPDF' },
] as const

/** What is read as it is shows the columns of the list; a workbook is worked on, and has all fields. */
const isPaper = (call: string) => call !== 'export'

export const EXPORT_CENTRE = '/admin/exportcentre'

/** Milliseconds: a file of twenty thousand rows is made while one waits. */
export const LIMIT = 120_000

interface ExportOf {
  readonly of: Pick<Listing, 'parent'>
  readonly state: ListState
  /** Of all rows; nothing where it is not exact: a file holds all of them, however many they are. */
  readonly total: number | undefined
  readonly chosen: readonly string[]
  /** The fields whose columns the list shows, as they stand there. */
  readonly shown: readonly string[]
  /** Keys of columns that no field is. */
  readonly beside: readonly string[]
  readonly may: (button: string) => boolean
  /** Asks for the file, or for the job that will make it. */
  readonly send: (call: FileCall, asked: FileAsked) => Promise<Saved | { readonly jobId: string }>
}

type FileCall = (typeof formats)[number]['call']
type FileAsked = Parameters<typeof exportRows>[2]

/** Asks for a file of a noun's rows. */
export const sendOf =
  (of: Resource): ExportOf['send'] =>
  (call, asked) =>
    exportRows(of, call, asked, { limit: LIMIT })

/** The choices of the export menu: each format for the rows that are ticked, shown or found; none where nothing is allowed. */
export function useExport({ of, state, total, chosen, shown, beside, may, send }: ExportOf): Choice[] {
  const t = useT()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const allowed = formats.filter(({ call }) => may(call))
  if (allowed.length === 0) return []

  async function run(format: (typeof formats)[number], ids: readonly string[] | undefined): Promise<void> {
    const { call } = format
    setBusy(true)
    try {
      const { currentPage: _, pageSize: __, ...query } = listQuery(state)
      const answer = await send(call, {
        ...query,
        ...(ids ? { id: ids } : {}),
        ...(isPaper(call) ? { fields: shown } : {}),
        ...(beside.length > 0 ? { beside } : {}),
        ...('fileFormat' in format ? { fileFormat: format.fileFormat } : {}),
      })
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
      label: t(`export.${format.key}` as LabelKey),
      run: () => void run(format, ids),
    }))
  const ways =
    chosen.length === 0
      ? [{ actions: actions() }]
      : [
          { title: t('export.chosen', { count: chosen.length }), actions: actions(chosen) },
          // In a tree the total counts its roots: then the number would mislead.
          { title: of.parent || total === undefined ? t('export.all') : t('export.all-of', { count: total }), actions: actions() },
        ]
  return [{ key: 'export', label: t('button.export'), icon: <DownloadOutlined aria-hidden="true" />, busy, ways }]
}
