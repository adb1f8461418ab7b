import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import type { PasswordRule } from './password-rules.ts';

/** The rules with a mark each; the state is also said in words, not by colour alone. */
export const RuleList = ({ id, rules }: { readonly id: string; readonly rules: readonly PasswordRule[] }) => (
  <ul id={id} className="al-rules">
    {rules.map(({ text, met }) => (
      <li key={text} data-met={met}>
        {met ? <IconCircleCheck size={18} aria-hidden /> : <IconCircle size={18} aria-hidden />}
        {text}
        <VisuallyHidden>{met ? ' (met)' : ' (not met yet)'}</VisuallyHidden>
      </li>
    ))}
  </ul>
);
