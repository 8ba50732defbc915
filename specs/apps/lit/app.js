// Every root is closed; the stars take part in the form by ElementInternals.
import { LitElement, css, html } from 'lit';

class Closed extends LitElement {
  static shadowRootOptions = { ...LitElement.shadowRootOptions, mode: 'closed' };
}

class StarRating extends Closed {
  static formAssociated = true;
  static properties = { value: { type: Number } };
  static styles = css`button { font-size: 24px; } button[aria-checked=true] { color: #b50; }`;
  #internals = this.attachInternals();
  constructor() {
    super();
    this.value = 0;
    this.#internals.role = 'radiogroup';
    this.#internals.ariaLabel = 'Stars';
    this.#internals.setValidity({ valueMissing: true }, 'Choose stars');
  }
  #choose(stars) {
    this.value = stars;
    this.#internals.setFormValue(String(stars));
    this.#internals.setValidity({});
  }
  render() {
    return html`${[1, 2, 3, 4, 5].map((stars) => html`<button type="button" role="radio"
      aria-checked=${this.value === stars} @click=${() => this.#choose(stars)}
      aria-label="${stars} ${stars === 1 ? 'star' : 'stars'}">★</button>`)}`;
  }
}
customElements.define('star-rating', StarRating);

class FancyCard extends Closed {
  static properties = { open: { type: Boolean } };
  static styles = css`section { border: 1px solid; padding: 8px; }`;
  render() {
    return html`<section aria-label="Card"><slot name="title"></slot>
      <button @click=${() => { this.open = !this.open; }} aria-expanded=${Boolean(this.open)}>Details</button>
      ${this.open ? html`<slot></slot>` : ''}</section>`;
  }
}
customElements.define('fancy-card', FancyCard);

class ReviewForm extends Closed {
  static properties = { reviews: { state: true } };
  constructor() {
    super();
    this.reviews = [];
  }
  #send(event) {
    event.preventDefault();
    this.reviews = [...this.reviews, Object.fromEntries(new FormData(event.target))];
    event.target.reset();
  }
  render() {
    return html`<form @submit=${this.#send}>
        <label>Headline <input name="head" required></label>
        <star-rating name="stars"></star-rating>
        <label>Words <textarea name="words"></textarea></label>
        <button>Send</button>
      </form>
      ${this.reviews.map((review) => html`<fancy-card>
        <h2 slot="title">${review.head}: ${review.stars} of 5</h2><p>${review.words}</p></fancy-card>`)}`;
  }
}
customElements.define('review-form', ReviewForm);
