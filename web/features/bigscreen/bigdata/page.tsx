/** Big-data visualisation: the screen that a tenant has for it, or the ready-made one, within the console. */
import { Suspense, lazy, useCallback } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './bigdata.css'

/** By itself: the names of all its files would be part of the first load, where the pages of the console are listed. */
const Player = lazy(() => import('../../../shared/screens/player/player.tsx'))

export default function BigDataPage() {
  const t = useT()
  const navigate = useNavigate()
  const leave = useCallback((address: string) => void navigate(address), [navigate])
  return (
    <div className="bigdata">
      <h1 className="visually-hidden">{t('menu.bigdata')}</h1>
      <Suspense fallback={null}>
        <Player screenCode="bigdata" onLeave={leave} />
      </Suspense>
    </div>
  )
}
