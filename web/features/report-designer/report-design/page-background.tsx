/** The form behind each page: put in, replaced, removed; whether it is printed, and by how much what is printed on it is moved. */
import DeleteOutlined from '@ant-design/icons/es/icons/DeleteOutlined'
import PictureOutlined from '@ant-design/icons/es/icons/PictureOutlined'
import { Button, InputNumber, Switch } from 'antd'
import { useRef, useState } from 'react'
import { PICTURE_TYPES } from '../../../../model/reports/pictures.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'
import { MAX_SHIFT } from '../../../../model/reports/template.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { given } from '../../../shared/figures/draft.ts'
import { storePicture } from '../../../shared/reports/template-pictures.ts'
import { useSheet, useSheetState } from './store.ts'

type Background = NonNullable<ReportTemplate['page']['background']>

export default function PageBackground({ id, announce }: { readonly id: string; readonly announce: (text: string) => void }) {
  const t = useT()
  const { change } = useSheet()
  const background = useSheetState(({ template }) => template.page.background)
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const set = (more: { readonly [Key in keyof Background]?: Background[Key] | undefined } | undefined, run?: string) =>
    change((template) => {
      const { background: before, ...page } = template.page
      return { ...template, page: more ? { ...page, background: given({ ...before, ...more }) as Background } : page }
    }, run)

  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    setBusy(true)
    announce(t('report-design.picture-storing'))
    try {
      set({ picture: await storePicture(file) })
      announce(t('report-design.background-in'))
    } catch (error) {
      // People have been told of what is no picture of reports.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }

  const [across = 0, down = 0] = background?.shift ?? []
  const shift = (next: readonly [number, number], run: string) =>
    set({ shift: next[0] === 0 && next[1] === 0 ? undefined : [...next] }, run)

  return (
    <div className="report-line">
      <h2>{t('report-design.background')}</h2>
      <span className="report-picture-buttons">
        <Button
          size="small"
          icon={<PictureOutlined aria-hidden="true" />}
          loading={isBusy}
          aria-describedby={`${id}-background-about`}
          onClick={() => chooser.current?.click()}
        >
          {t(background ? 'report-design.background-replace' : 'report-design.background-put')}
        </Button>
        {background && (
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined aria-hidden="true" />}
            aria-label={t('report-design.background-remove')}
            title={t('report-design.background-remove')}
            onClick={() => set(undefined)}
          />
        )}
      </span>
      <input
        ref={chooser}
        id={`${id}-background`}
        type="file"
        hidden
        accept={PICTURE_TYPES.join()}
        onChange={({ target }) => {
          void take(target.files?.[0])
          // The same file again is announced again.
          target.value = ''
        }}
      />
      <small id={`${id}-background-about`} className="quiet">
        {t('report-design.background-about')}
      </small>
      {background && (
        <>
          <label htmlFor={`${id}-background-printed`}>
            {t('report-design.background-printed')}
            <span>
              <Switch
                id={`${id}-background-printed`}
                checked={background.isPrinted ?? false}
                onChange={(isPrinted) => set({ isPrinted: isPrinted || undefined })}
              />
            </span>
          </label>
          <div className="report-pair">
            <label htmlFor={`${id}-background-across`}>
              {t('report-design.background-across')}
              <InputNumber
                id={`${id}-background-across`}
                min={-MAX_SHIFT}
                max={MAX_SHIFT}
                step={0.5}
                value={across}
                onChange={(next) => shift([next ?? 0, down], 'shift across')}
              />
            </label>
            <label htmlFor={`${id}-background-down`}>
              {t('report-design.background-down')}
              <InputNumber
                id={`${id}-background-down`}
                min={-MAX_SHIFT}
                max={MAX_SHIFT}
                step={0.5}
                value={down}
                onChange={(next) => shift([across, next ?? 0], 'shift down')}
              />
            </label>
          </div>
        </>
      )}
    </div>
  )
}
