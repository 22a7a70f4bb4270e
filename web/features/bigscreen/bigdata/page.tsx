/** Big-data visualisation: the screen that a tenant has for it, or the ready-made one, within the console. */
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import Player from '../../../shared/screens/player/player.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import './bigdata.css'

export default function BigDataPage() {
  const t = useT()
  const navigate = useNavigate()
  const leave = useCallback((address: string) => void navigate(address), [navigate])
  return (
    <div className="bigdata">
      <h1 className="visually-hidden">{t('menu.bigdata')}</h1>
      <Player screenCode="bigdata" onLeave={leave} />
    </div>
  )
}
