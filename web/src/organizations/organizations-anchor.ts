/** Id of the heading of the organizations on the home page: the fragment of an address that leads to it. */
export const ORGANIZATIONS = 'organizations';
