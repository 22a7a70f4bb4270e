/** A picture of screens, or a map: one that is there, or a new one from a file. A map has the number under which it was reviewed. */
import UploadOutlined from '@ant-design/icons/es/icons/UploadOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, Select } from 'antd'
import { useRef, useState } from 'react'
import { queryScreenPicture, uploadScreenMap, uploadScreenPicture } from '../../../../../model/contract/screen/pictures.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { ask } from '../../../../kernel/http/ask.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { ChoicesFailure } from '../../../../shared/panels/choices-failure.tsx'
import { named } from '../../../../ui/named.ts'
import type { OptionProps } from './option-props.ts'

const MAP = 'application/geo+json'

export default function PictureChoice({
  id,
  label,
  field,
  value,
  isMixed,
  disabled,
  onChange,
}: Omit<OptionProps, 'widget' | 'field'> & { readonly field: { readonly as: string } }) {
  const t = useT()
  const queries = useQueryClient()
  const file = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [review, setReview] = useState('')
  const isMap = field.as === 'map'
  const found = useQuery({
    queryKey: ['screen-pictures'],
    queryFn: ({ signal }) => ask(queryScreenPicture, {}, { signal, quiet: true }),
    retry: false,
  })
  const offered = found.data?.list.filter(({ mediaType }) => (mediaType === MAP) === isMap) ?? []
  const given = typeof value === 'string' ? value : undefined

  async function take(chosen: File | undefined): Promise<void> {
    if (!chosen) return
    setBusy(true)
    try {
      const stored = isMap
        ? await ask(uploadScreenMap, { reviewNumber: review.trim(), file: chosen })
        : await ask(uploadScreenPicture, { file: chosen })
      await queries.invalidateQueries({ queryKey: ['screen-pictures'] })
      onChange(stored.id)
    } catch (error) {
      // People have been told of what is no picture of screens.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
      if (file.current) file.current.value = ''
    }
  }

  const options = offered.map((one) => ({ value: one.id, label: [one.pictureName, one.reviewNumber].filter(Boolean).join(' · ') }))
  return (
    <span className="screen-picture-choice">
      <Select<string | null>
        id={id}
        size="small"
        aria-label={label}
        disabled={disabled}
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(isMixed ? 'screen-design.mixed' : 'screen-design.none-chosen')}
        value={given ?? null}
        options={
          given === undefined || options.some((one) => one.value === given)
            ? options
            : [{ value: given, label: t('screen-design.picture-chosen') }, ...options]
        }
        onChange={(next) => onChange(next ?? undefined)}
      />
      <ChoicesFailure of={found} />
      {isMap && (
        <Input
          size="small"
          aria-label={t('screen-design.map-review')}
          placeholder={t('screen-design.map-review')}
          maxLength={64}
          value={review}
          onChange={({ target }) => setReview(target.value)}
        />
      )}
      <Button
        size="small"
        icon={<UploadOutlined aria-hidden="true" />}
        loading={isBusy}
        disabled={disabled || (isMap && review.trim() === '')}
        aria-label={named(t('screen-design.picture-upload'), label)}
        onClick={() => file.current?.click()}
      >
        {t('screen-design.picture-upload')}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        accept={isMap ? '.geojson,.json' : 'image/png,image/jpeg'}
        onChange={({ target }) => void take(target.files?.[0])}
      />
    </span>
  )
}
