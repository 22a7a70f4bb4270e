import type { Feature } from '../../../kernel/http/http.ts'
import { getSmsCaptcha } from './code.ts'
import { queryPasskeyOptions } from './second-step.ts'
import { registerNewSession, signOut } from './session.ts'
import { token } from './token.ts'

export const signInFeature: Feature = { tag: 'sign-in', routes: [token, getSmsCaptcha, queryPasskeyOptions, registerNewSession, signOut] }
