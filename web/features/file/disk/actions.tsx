/** What can be done with the chosen entries, where somebody is and with what they may do: for the toolbar and for the menu of the mouse. */
import ClearOutlined from '@ant-design/icons/es/icons/ClearOutlined'
import ClockCircleOutlined from '@ant-design/icons/es/icons/ClockCircleOutlined'
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import EditOutlined from '@ant-design/icons/es/icons/EditOutlined'
import EyeOutlined from '@ant-design/icons/es/icons/EyeOutlined'
import FolderAddOutlined from '@ant-design/icons/es/icons/FolderAddOutlined'
import FolderOpenOutlined from '@ant-design/icons/es/icons/FolderOpenOutlined'
import InfoCircleOutlined from '@ant-design/icons/es/icons/InfoCircleOutlined'
import ShareAltOutlined from '@ant-design/icons/es/icons/ShareAltOutlined'
import SwapOutlined from '@ant-design/icons/es/icons/SwapOutlined'
import UndoOutlined from '@ant-design/icons/es/icons/UndoOutlined'
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import type { ReactNode } from 'react'
import type { FileRow } from '../../../../model/contract/file/disk.ts'
import type { Place } from '../../../../model/file/files.ts'
import { downloadFiles, isFolder, succeeded } from '../../../shared/files/client.ts'
import { previewOf } from '../../../shared/files/preview/kind.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import type { Action, Choice } from '../../../ui/toolbar.tsx'
import type { OpenDialog } from './dialog.ts'
import type { Work } from '../../../shared/files/use-work.ts'

export interface ActionsContext {
  readonly t: Translate
  readonly place: Place
  readonly chosen: readonly FileRow[]
  readonly may: (button: string) => boolean
  readonly work: Work
  /** Whether the folder that is listed takes new entries. */
  readonly isWritable: boolean
  readonly total: number
  readonly onOpen: (row: FileRow) => void
  readonly onDialog: (dialog: OpenDialog) => void
  readonly onAdd: () => void
  readonly onRename: () => void
  readonly onPick: (what: 'files' | 'folder') => void
}

/** What does not need entries: it stands first. */
export function placeActions({ t, place, may, work, isWritable, total, onAdd, onPick }: ActionsContext): (Action | Choice)[] {
  if (place === 'recycled')
    return may('delete') && total > 0
      ? [
          {
            key: 'empty',
            label: t('disk.empty-bin'),
            icon: <ClearOutlined aria-hidden="true" />,
            danger: true,
            run: () => void work.empty(),
          },
        ]
      : []
  if (!isWritable) return []
  return [
    ...(may('upload')
      ? [
          {
            key: 'upload',
            label: t('button.upload'),
            icon: <UploadOutlined aria-hidden="true" />,
            ways: [
              {
                actions: [
                  { key: 'files', label: t('disk.upload-files'), run: () => onPick('files') },
                  { key: 'folder', label: t('disk.upload-folder'), run: () => onPick('folder') },
                ],
              },
            ],
          },
        ]
      : []),
    ...(may('add') ? [{ key: 'add', label: t('disk.new-folder'), icon: <FolderAddOutlined aria-hidden="true" />, run: onAdd }] : []),
  ]
}

/** What can be done with the chosen entries; none without one. */
export function entryActions({ t, place, chosen, may, work, onOpen, onDialog, onRename }: ActionsContext): Action[] {
  const [only] = chosen.length === 1 ? chosen : []
  if (chosen.length === 0) return []
  const ids = chosen.map(({ id }) => id)
  const action = (key: string, label: string, icon: ReactNode, run: () => void, more: Partial<Action> = {}): Action => ({
    key,
    label,
    icon,
    run,
    ...more,
  })
  if (place === 'recycled') {
    return may('delete')
      ? [
          action('restore', t('disk.restore'), <UndoOutlined aria-hidden="true" />, () => void work.restore(ids)),
          action('erase', t('disk.erase'), <DeleteOutlined aria-hidden="true" />, () => void work.erase(chosen), { danger: true }),
        ]
      : []
  }
  const isOwn = chosen.every((row) => row.isOwn)
  const dialog = (kind: OpenDialog['kind']) => () => onDialog({ kind, rows: chosen })
  return [
    ...(only && isFolder(only) ? [action('open', t('disk.open'), <FolderOpenOutlined aria-hidden="true" />, () => onOpen(only))] : []),
    ...(only && previewOf(only) && may('preview')
      ? [action('preview', t('button.preview'), <EyeOutlined aria-hidden="true" />, () => onOpen(only))]
      : []),
    ...(may('download')
      ? [action('download', t('button.download'), <DownloadOutlined aria-hidden="true" />, () => void succeeded(downloadFiles(chosen)))]
      : []),
    ...(only && isOwn && may('authorize')
      ? [action('share', t('disk.share'), <ShareAltOutlined aria-hidden="true" />, dialog('share'))]
      : []),
    ...(only && isOwn && may('update') ? [action('rename', t('disk.rename'), <EditOutlined aria-hidden="true" />, onRename)] : []),
    ...(isOwn && may('update') ? [action('move', t('disk.move'), <SwapOutlined aria-hidden="true" />, dialog('move'))] : []),
    ...(only && isOwn && !isFolder(only) && may('update')
      ? [action('versions', t('disk.versions'), <ClockCircleOutlined aria-hidden="true" />, dialog('versions'))]
      : []),
    ...(only ? [action('properties', t('disk.properties'), <InfoCircleOutlined aria-hidden="true" />, dialog('properties'))] : []),
    ...(isOwn && may('delete')
      ? [action('delete', t('button.delete'), <DeleteOutlined aria-hidden="true" />, () => void work.remove(ids), { danger: true })]
      : []),
  ]
}
