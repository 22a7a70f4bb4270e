import { Suspense, lazy } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../../kernel/session/account.ts'
import { closeSession, reopenSession, useSession } from '../../kernel/session/session-store.ts'
import { Waiting } from '../waiting.tsx'

const Enrol = lazy(() => import('../../features/account/profile/enrol.tsx'))

/** In place of the console while the tenant requires a second factor and there is none. */
export function MustEnrol({ onDone }: { onDone: () => void }) {
  const navigate = useNavigate()
  const { user } = useSession()

  async function leave(): Promise<void> {
    await signOut()
    await navigate('/login')
    closeSession()
  }

  async function done(): Promise<void> {
    await reopenSession()
    onDone()
  }

  return (
    <Suspense fallback={<Waiting />}>
      <Enrol isDone={!user.mustEnrol} onDone={() => void done()} onLeave={() => void leave()} />
    </Suspense>
  )
}
