import type { Feature } from '../../../kernel/http.ts'
import { registerNewSession, signOut } from './session.ts'
import { token } from './token.ts'

export const signInFeature: Feature = { tag: 'sign-in', routes: [token, registerNewSession, signOut] }
