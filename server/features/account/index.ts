/** Signing in and one’s own account: the features of this area. */
import { defineModule } from '../../module.ts'
import { captchaFeature } from './captcha/routes.ts'
import { listViewsFeature } from './list-views/routes.ts'
import { sessionFeature } from './session/routes.ts'
import { profileFeature } from './profile/routes.ts'
import { sendPasswordLink } from './recovery/link.ts'
import { recoveryFeature } from './recovery/routes.ts'
import { registrationFeature } from './registration/routes.ts'
import { secondFactorsFeature } from './second-factors/routes.ts'
import { sendSignInCode } from './sign-in/code.ts'
import { signInFeature } from './sign-in/routes.ts'

export const accountModule = defineModule({
  name: 'server/features/account',
  features: [
    signInFeature,
    captchaFeature,
    recoveryFeature,
    registrationFeature,
    sessionFeature,
    listViewsFeature,
    profileFeature,
    secondFactorsFeature,
  ],
  answers: (services) => ({ 'sign-in-code': sendSignInCode(services), 'password-link': sendPasswordLink(services) }),
})
