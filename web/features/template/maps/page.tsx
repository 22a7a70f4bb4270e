import { Button, Input } from 'antd'
import { useCallback, useId, useMemo, useState } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { copyText } from '../../../ui/clipboard.ts'
import { BEIJING, MapView, ZOOM } from '../../../ui/map.tsx'
import { toast } from '../../../ui/toast.ts'

export default function MapsPage() {
  const t = useT()
  const id = useId()
  const [place, setPlace] = useState<readonly [number, number]>(BEIJING)
  const [view, setView] = useState({ center: BEIJING, zoom: ZOOM })
  const [server, setServer] = useState('')
  const [used, setUsed] = useState('')
  const text = place.map((degrees) => degrees.toFixed(5)).join(', ')
  const points = useMemo(() => [{ latitude: place[0], longitude: place[1], label: text }], [place, text])
  const pick = useCallback((latitude: number, longitude: number) => setPlace([latitude, longitude]), [])
  const isTemplate = /^(https?:\/)?\/[^\s]*\{z\}[^\s]*$/.test(server) && server.includes('{x}') && server.includes('{y}')

  async function copy(): Promise<void> {
    if (await copyText(text)) toast.success(t('clipboard.copied'))
    else toast.warning(t('clipboard.refused'))
  }

  return (
    <Example title={t('menu.maps')} about={t('maps.about')} source={['features/template/maps/', 'ui/map']}>
      <ExampleCard title={t('maps.map')} about={t('maps.map-about')}>
        <MapView
          center={view.center}
          zoom={view.zoom}
          points={points}
          onPick={pick}
          tiles={used === '' ? undefined : { url: used, attribution: '' }}
          texts={{ label: t('maps.map'), zoomIn: t('maps.zoom-in'), zoomOut: t('maps.zoom-out'), failed: t('maps.failed') }}
        />
        <p className="example-row">
          <output>{text}</output>
          <Button onClick={() => void copy()}>{t('clipboard.copy')}</Button>
          <Button
            onClick={() => {
              setPlace(BEIJING)
              setView({ center: [...BEIJING], zoom: ZOOM })
            }}
          >
            {t('maps.beijing')}
          </Button>
          <Button onClick={() => setView({ center: [25, 105], zoom: 3 })}>{t('maps.far')}</Button>
        </p>
      </ExampleCard>
      <ExampleCard title={t('maps.tiles')} about={t('maps.tiles-about')}>
        <div className="example-field">
          <label htmlFor={id}>{t('maps.tiles-address')}</label>
          <Input
            id={id}
            value={server}
            maxLength={512}
            placeholder="/tiles/{z}/{x}/{y}.png"
            onChange={(event) => setServer(event.target.value)}
          />
          <div className="example-row">
            <Button disabled={!isTemplate} onClick={() => setUsed(server)}>
              {t('maps.tiles-use')}
            </Button>
            <Button disabled={used === ''} onClick={() => setUsed('')}>
              {t('maps.tiles-own')}
            </Button>
          </div>
        </div>
      </ExampleCard>
    </Example>
  )
}
