/** A point with its newest reading: the point is chosen, the reading is taken by a button and stays as it was then. */
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { points } from '../../../../model/index.ts'
import { QUALITY } from '../../../../model/acquisition/quality.ts'
import { secondText } from '../../../../model/zone.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { readList } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../kernel/resource/row-picker.tsx'
import { Tag } from '../../../ui/tag.tsx'
import type { ControlProps } from '../control-props.ts'
import { recordOf, spoken, textOf } from '../control-props.ts'

const worthOf = (quality: number) => (quality >= QUALITY.good ? 'good' : quality > QUALITY.bad ? 'uncertain' : 'bad')
const tags = { good: 'good', uncertain: 'notice', bad: 'urgent' } as const

export default function ReadingControl(props: ControlProps) {
  const { id, value, onChange, sources, describedBy } = props
  const t = useT()
  const { point: kept } = recordOf(value)
  // A point alone is no value yet: it stays here until its reading is taken.
  const [chosen, setChosen] = useState(textOf(kept))
  const [known, setKnown] = useState(textOf(kept))
  if (known !== textOf(kept)) {
    setKnown(textOf(kept))
    if (textOf(kept) !== '') setChosen(textOf(kept))
  }
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const { newest } = sources
  if (!sources.namesRows || !newest) return <p className="quiet">{t('fill.not-here')}</p>
  const name = chosen && sources.nameOf?.(chosen)

  async function take(point: string): Promise<void> {
    if (!newest || point === '') return
    setBusy(true)
    setFailure('')
    try {
      const reading = await newest(point)
      if (reading) onChange(reading)
      else setFailure(t('fill.no-reading'))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  function choose(next: unknown): void {
    setChosen(textOf(next))
    setFailure('')
    onChange(null)
    void take(textOf(next))
  }

  return (
    <div className="fill-reading" role="group" aria-labelledby={props.labelledBy} aria-describedby={describedBy}>
      <RowPicker
        id={id}
        {...spoken(props)}
        noun="points"
        value={chosen || null}
        clearable
        known={name ? [{ value: chosen, label: name }] : []}
        onChange={choose}
      />
      <Button loading={isBusy} disabled={chosen === ''} onClick={() => void take(chosen)}>
        {t('fill.newest')}
      </Button>
      <div className="fill-reading-shown" role="status">
        {failure !== '' && <span className="fill-fault">{failure}</span>}
        <ReadingShown value={value} zone={props.zone} />
      </div>
    </div>
  )
}

/** The reading that is kept: value with its unit, what it is worth, and when it was measured. */
export function ReadingShown({ value, zone }: { value: unknown; zone: string }) {
  const t = useT()
  const { point, value: number, quality, at } = recordOf(value)
  const unit = useUnit(textOf(point))
  const ms = Date.parse(textOf(at))
  if (Number.isNaN(ms)) return null
  const worth = worthOf(typeof quality === 'number' ? quality : QUALITY.bad)
  return (
    <>
      <strong>{typeof number === 'number' ? [String(number), unit].filter(Boolean).join(' ') : t('fill.nothing')}</strong>{' '}
      <Tag kind={tags[worth]}>{t(`worth.${worth}`)}</Tag> <time>{secondText(zone, ms)}</time>
    </>
  )
}

/** The unit in which the point measures; nothing for who does not see points. */
function useUnit(point: string): string {
  // eslint-disable-next-line no-restricted-syntax -- a unit: who does not see points has none
  const { data } = useQuery({
    queryKey: ['points', 'unit', point],
    queryFn: async () => {
      const { list } = await readList(points, { id: point, currentPage: 1, pageSize: 1 }, { quiet: true })
      return textOf(list[0]?.['unit'])
    },
    enabled: point !== '',
    retry: false,
    staleTime: 600_000,
  })
  return data ?? ''
}
