/** Chooses whose newest values stand in columns of the list: among the points of the devices that it shows, or by a key that is typed. */
import { useQuery } from '@tanstack/react-query'
import { Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { BOARD } from '../../../../model/contract/acquisition/devices.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { BesideDialogProps } from '../../../kernel/resource/beside.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { namesOfKeys, pointsOfDevices } from './device-points.ts'

export default function ValueDialog({ rows, keys, onChoose, onClose }: BesideDialogProps) {
  const t = useT()
  const id = useId()
  const [chosen, setChosen] = useState<readonly string[]>(keys)
  const { data, error, refetch, isPending } = useQuery(pointsOfDevices(rows.map((row) => row.id).join(',')))
  const names = new Map([...keys.map((key): [string, string] => [key, key]), ...namesOfKeys(data)])
  const options = [...names].map(([key, name]) => ({ value: key, label: name === key ? key : `${name} · ${key}` }))
  const clean = (given: readonly string[]) => [...new Set(given.map((key) => key.trim()).filter((key) => /^[\w.-]{1,64}$/.test(key)))]

  return (
    <Modal
      open
      title={t('device-values.title')}
      okText={t('device-values.show')}
      cancelText={t('common.cancel')}
      onOk={() => {
        onChoose(chosen)
        onClose()
      }}
      onCancel={onClose}
      width={460}
    >
      <p id={`${id}-about`}>{t('device-values.about', { count: BOARD.keys })}</p>
      {error instanceof ApiError && <ListFailure error={error} onRetry={() => void refetch()} />}
      <Select
        mode="tags"
        style={{ width: '100%' }}
        aria-label={t('device-values.points')}
        aria-describedby={`${id}-about`}
        autoFocus
        loading={isPending && rows.length > 0}
        maxCount={BOARD.keys}
        tokenSeparators={[',', ' ', '，', '、']}
        value={[...chosen]}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={(given: string[]) => setChosen(clean(given))}
      />
    </Modal>
  )
}
