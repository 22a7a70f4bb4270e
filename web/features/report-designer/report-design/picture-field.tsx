/** The picture of the chosen cell: put in, replaced, removed. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { nameOfPlace } from '../../../../model/reports/places.ts'
import { MAX_PICTURE_MEGABYTES, PICTURE_TYPES } from '../../../../model/reports/pictures.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { changeCell } from './state/edits.ts'
import { activeCell, useSheet, useSheetState } from './store.ts'
import { usePutPicture } from './use-put-picture.ts'

export function PictureField({ id, announce }: { id: string; announce: (text: string) => void }) {
  const t = useT()
  const sheet = useSheet()
  const hasPicture = useSheetState((state) => activeCell(state)?.picture !== undefined)
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const put = usePutPicture(announce)

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    setBusy(true)
    await put(file, sheet.store.getState().at).finally(() => setBusy(false))
  }

  return (
    <div className="report-line">
      <span className="report-picture-buttons">
        <Button
          size="small"
          icon={<PictureOutlined aria-hidden="true" />}
          loading={isBusy}
          aria-describedby={`${id}-picture-about`}
          onClick={() => chooser.current?.click()}
        >
          {t(hasPicture ? 'report-design.picture-replace' : 'report-design.picture-put')}
        </Button>
        {hasPicture && (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('report-design.picture-remove')}
            title={t('report-design.picture-remove')}
            onClick={() => {
              sheet.change((made, _area, place) => changeCell(made, place, { picture: undefined }))
              announce(t('report-design.cleared', { cells: nameOfPlace(sheet.store.getState().at) }))
            }}
          />
        )}
      </span>
      <input
        ref={chooser}
        id={`${id}-picture`}
        type="file"
        hidden
        accept={PICTURE_TYPES.join()}
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file again is announced again.
          target.value = ''
        }}
      />
      <small id={`${id}-picture-about`} className="quiet">
        {t('report-design.picture-about', { megabytes: MAX_PICTURE_MEGABYTES })}
      </small>
    </div>
  )
}
