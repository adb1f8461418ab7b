import { PageHead } from '../../parts/page-head.tsx';
import { usePageTitle } from '../../parts/use-page-title.ts';
import { CleanUpSection } from './clean-up-section.tsx';
import { CLEAN_UPS } from './clean-ups.ts';
import { i18n } from '../../languages/i18n.ts';

/** What an administrator does by hand now and then; the service also does most of it by itself. */
export function CleanUpPage() {
  usePageTitle(i18n.t('Clean-up'), i18n.t('Settings'));
  return (
    <div className="al-page al-narrow">
      <PageHead
        title={i18n.t('Clean-up')}
        detail={i18n.t(
          'No file that somebody can see is deleted here. “Empty datasets” deletes datasets in which there is none.',
        )}
      />
      {CLEAN_UPS.map((cleanUp) => (
        <CleanUpSection key={cleanUp.name} cleanUp={cleanUp} />
      ))}
    </div>
  );
}
