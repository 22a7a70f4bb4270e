/** The import button of a noun and the dialog behind it, which is loaded when somebody opens it. */
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import type { ReactNode } from 'react'
import { Suspense, lazy, useState } from 'react'
import type { Resource } from '../../../../model/resource.ts'
import type { Action } from '../../../ui/toolbar.tsx'
import { useT } from '../../i18n/i18n.ts'
import { usePublicParameters } from '../../session/public-parameters.ts'
import { importOf } from './import-target.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx'))

/** The actions for importing, and the dialog they open. */
export function useImport(
  of: Resource,
  may: (button: string) => boolean,
  onImported: () => Promise<void>,
): { actions: Action[]; dialog: ReactNode; drop?: (file: File) => void } {
  const t = useT()
  const {
    upload: { maxMegabytes },
  } = usePublicParameters()
  const [opening, setOpening] = useState<{ times: number; open: boolean; file?: File }>({ times: 0, open: false })
  if (!may('import')) return { actions: [], dialog: null }
  return {
    actions: [
      {
        key: 'import',
        label: t('button.import'),
        icon: <UploadOutlined aria-hidden="true" />,
        run: () => setOpening(({ times }) => ({ times: times + 1, open: true })),
      },
    ],
    drop: (file) => setOpening(({ times }) => ({ times: times + 1, open: true, file })),
    dialog: opening.times > 0 && (
      <Suspense fallback={null}>
        <ImportDialog
          key={opening.times}
          target={importOf(of, may, maxMegabytes, t)}
          open={opening.open}
          {...(opening.file ? { first: opening.file } : {})}
          onClose={() => setOpening(({ times }) => ({ times, open: false }))}
          onImported={onImported}
        />
      </Suspense>
    ),
  }
}
