import { lazy } from 'react'
import type { Step } from '../../../../model/contract/file/values.ts'
import type { OpenDialog } from './dialog.ts'

const MoveDialog = lazy(() => import('./move-dialog.tsx'))
const SharingDialog = lazy(() => import('./sharing-dialog.tsx'))
const VersionsDialog = lazy(() => import('./versions-dialog.tsx'))
const PropertiesDialog = lazy(() => import('./properties-dialog.tsx'))
const Preview = lazy(() => import('../../../shared/files/preview/preview.tsx'))

interface DialogsProps {
  readonly of: OpenDialog
  readonly way: readonly Step[]
  readonly may: (button: string) => boolean
  readonly onMove: (ids: readonly string[], folder: string) => void
  readonly onClose: () => void
}

export function Dialogs({ of: { kind, rows, first }, way, may, onMove, onClose }: DialogsProps) {
  const [row] = rows
  if (!row) return null
  if (kind === 'move')
    return (
      <MoveDialog
        rows={rows}
        onMove={(folder) =>
          onMove(
            rows.map(({ id }) => id),
            folder,
          )
        }
        onClose={onClose}
      />
    )
  if (kind === 'share') return <SharingDialog row={row} onClose={onClose} />
  if (kind === 'versions') return <VersionsDialog row={row} mayDownload={may('download')} onClose={onClose} />
  if (kind === 'preview') return <Preview rows={rows} first={first ?? row.id} mayDownload={may('download')} onClose={onClose} />
  return <PropertiesDialog row={row} way={way} onClose={onClose} />
}
