/** Images with characters to copy. */
import * as z from 'zod/mini'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'

/** What was read in an image; nothing where somebody waited. */
export const captchaText = z.string().check(z.trim(), z.maxLength(16))

/**
 * The name of one image, made by whoever asks for it; too long to be guessed by others. Some clients of this family of APIs send
 * what `Math.random()` gives them. Blank means absent.
 */
export const captchaKey = optional(z.string().check(z.trim(), z.minLength(10), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/)))

/** Answers with the picture. */
export const generateImageCaptcha = contract({
  method: 'GET',
  path: '/account/captcha/generateImageCaptcha',
  input: z.object({ key: captchaKey }),
})

export const compareCaptcha = contract({
  method: 'POST',
  path: '/account/sysuserdetail/compareCaptcha',
  input: z.object({ charCaptcha: z.optional(captchaText), key: captchaKey }),
})
