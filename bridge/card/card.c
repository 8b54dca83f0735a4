//go:build desktop && linux && cgo

#include "card.h"
#ifdef GDK_WINDOWING_X11
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#include <gdk/gdkx.h>
#endif

// shown is the one card of this process.
static struct {
	handrail_card *c;
	GtkWidget *window, *hint, *scroller;
	int lines, height; // how many lines the text has, and how high one is
	GtkWidget *button[8];
	gboolean settled, seen;
	int pressed;
} shown;

// allow gives each button to the person that counts by now.
static void allow(void) {
	for (int i = 0; i < shown.c->buttons; i++)
		gtk_widget_set_sensitive(shown.button[i], shown.settled && (shown.seen || !shown.c->late[i]));
	gtk_widget_set_visible(shown.hint, !shown.seen);
}

static gboolean settle(gpointer data) {
	shown.settled = TRUE;
	allow();
	return G_SOURCE_REMOVE;
}

// mapped starts the time in which nothing counts: from when it is on the screen.
static gboolean mapped(GtkWidget *window, GdkEvent *event, gpointer data) {
	static gboolean once;
	if (!once) g_timeout_add(shown.c->settles, settle, NULL);
	once = TRUE;
	return FALSE;
}

// looked notes that the end of the text has been in sight.
static void looked(GtkAdjustment *at, gpointer data) {
	if (shown.seen || gtk_adjustment_get_page_size(at) <= 1 || gtk_adjustment_get_upper(at) < shown.lines * shown.height) return; // it is not laid out yet
	if (gtk_adjustment_get_value(at) + gtk_adjustment_get_page_size(at) < gtk_adjustment_get_upper(at) - 2) return;
	shown.seen = TRUE;
	allow();
}

static void press(GtkButton *button, gpointer index) {
	if (!shown.settled) return;
	shown.pressed = GPOINTER_TO_INT(index);
	gtk_main_quit();
}

// keys keeps from the card what was typed for something else; Escape closes it.
static gboolean keys(GtkWidget *window, GdkEventKey *event, gpointer data) {
	if (!shown.settled) return TRUE;
	if (event->keyval != GDK_KEY_Escape) return FALSE;
	gtk_main_quit();
	return TRUE;
}

static gboolean closing(GtkWidget *window, GdkEvent *event, gpointer data) {
	if (shown.settled) gtk_main_quit();
	return TRUE;
}

#ifdef GDK_WINDOWING_X11
// number reads a property of a window that is a list of numbers; the caller frees it.
static unsigned long *number(Display *d, Window w, const char *name, Atom type, unsigned long *count) {
	Atom real;
	int format;
	unsigned long left;
	unsigned char *data = NULL;
	*count = 0;
	if (XGetWindowProperty(d, w, XInternAtom(d, name, False), 0, 4096, False, type, &real, &format, count, &left, &data) != Success || format != 32) {
		if (data != NULL) XFree(data);
		*count = 0;
		return NULL;
	}
	return (unsigned long *)data;
}

// stand puts the card by the largest window of the process that asks. It is not made one of that window's own:
// it would be hidden with it.
static void stand(int parent) {
	GdkDisplay *display = gdk_display_get_default();
	if (parent <= 0 || !GDK_IS_X11_DISPLAY(display)) return; // elsewhere the desktop alone places windows
	Display *d = GDK_DISPLAY_XDISPLAY(display);
	unsigned long count, n, *list, *pid;
	Window best = None;
	int x = 0, y = 0, width = 0, height = 0;
	gdk_x11_display_error_trap_push(display);
	list = number(d, DefaultRootWindow(d), "_NET_CLIENT_LIST", XA_WINDOW, &count);
	for (unsigned long i = 0; i < count; i++) {
		pid = number(d, list[i], "_NET_WM_PID", XA_CARDINAL, &n);
		gboolean ours = n == 1 && (int)pid[0] == parent;
		if (pid != NULL) XFree(pid);
		XWindowAttributes at;
		Window child;
		int left, top;
		if (!ours || !XGetWindowAttributes(d, list[i], &at) || at.map_state != IsViewable || at.width * at.height <= width * height) continue;
		if (!XTranslateCoordinates(d, list[i], at.root, 0, 0, &left, &top, &child)) continue;
		best = list[i];
		x = left, y = top, width = at.width, height = at.height;
	}
	if (list != NULL) XFree(list);
	if (best != None) {
		int w, h;
		gtk_window_get_size(GTK_WINDOW(shown.window), &w, &h);
		gtk_window_set_position(GTK_WINDOW(shown.window), GTK_WIN_POS_NONE);
		gtk_window_move(GTK_WINDOW(shown.window), MAX(0, x + (width - w) / 2), MAX(0, y + (height - h) / 3));
	}
	gdk_x11_display_error_trap_pop_ignored(display);
}
#else
static void stand(int parent) {}
#endif

static GtkWidget *words(const char *text, gboolean bold) {
	GtkWidget *label = gtk_label_new(text);
	gtk_label_set_xalign(GTK_LABEL(label), 0);
	gtk_label_set_line_wrap(GTK_LABEL(label), TRUE);
	gtk_label_set_line_wrap_mode(GTK_LABEL(label), PANGO_WRAP_WORD_CHAR);
	gtk_label_set_width_chars(GTK_LABEL(label), 90); // else its height is that of a narrow one
	gtk_label_set_max_width_chars(GTK_LABEL(label), 110);
	if (bold) {
		PangoAttrList *attrs = pango_attr_list_new();
		pango_attr_list_insert(attrs, pango_attr_weight_new(PANGO_WEIGHT_BOLD));
		pango_attr_list_insert(attrs, pango_attr_scale_new(1.1));
		gtk_label_set_attributes(GTK_LABEL(label), attrs);
		pango_attr_list_unref(attrs);
	}
	return label;
}

// act is the text that scrolls. It has the keyboard, so that no button has.
static GtkWidget *act(handrail_card *c) {
	GtkWidget *view = gtk_text_view_new();
	gtk_text_view_set_editable(GTK_TEXT_VIEW(view), FALSE);
	gtk_text_view_set_cursor_visible(GTK_TEXT_VIEW(view), FALSE); // the arrows scroll
	gtk_text_view_set_accepts_tab(GTK_TEXT_VIEW(view), FALSE);
	gtk_text_view_set_monospace(GTK_TEXT_VIEW(view), TRUE);
	gtk_text_view_set_wrap_mode(GTK_TEXT_VIEW(view), GTK_WRAP_CHAR);
	gtk_text_view_set_left_margin(GTK_TEXT_VIEW(view), 10);
	gtk_text_view_set_right_margin(GTK_TEXT_VIEW(view), 10);
	gtk_text_view_set_top_margin(GTK_TEXT_VIEW(view), 8);
	gtk_text_view_set_bottom_margin(GTK_TEXT_VIEW(view), 8);
	GtkTextBuffer *buffer = gtk_text_view_get_buffer(GTK_TEXT_VIEW(view));
	gtk_text_buffer_set_text(buffer, c->text, -1);
	GtkTextTag *tag = gtk_text_buffer_create_tag(buffer, "marked", "paragraph-background", c->dark ? "#5c4400" : "#ffe9a8", NULL);
	GtkTextIter from, to;
	for (int i = 0; i < c->marks; i++) {
		gtk_text_buffer_get_iter_at_line(buffer, &from, c->marked[i]);
		gtk_text_buffer_get_iter_at_line(buffer, &to, c->marked[i] + 1);
		gtk_text_buffer_apply_tag(buffer, tag, &from, &to);
	}
	gtk_text_buffer_get_start_iter(buffer, &from);
	gtk_text_buffer_place_cursor(buffer, &from);
	shown.scroller = gtk_scrolled_window_new(NULL, NULL);
	gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(shown.scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
	gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(shown.scroller), FALSE);
	gtk_scrolled_window_set_shadow_type(GTK_SCROLLED_WINDOW(shown.scroller), GTK_SHADOW_IN);
	PangoFontMetrics *font = pango_context_get_metrics(gtk_widget_get_pango_context(view), NULL, NULL);
	shown.height = PANGO_PIXELS(pango_font_metrics_get_ascent(font) + pango_font_metrics_get_descent(font));
	pango_font_metrics_unref(font);
	shown.lines = gtk_text_buffer_get_line_count(buffer);
	gtk_scrolled_window_set_min_content_height(GTK_SCROLLED_WINDOW(shown.scroller), CLAMP(shown.lines, 4, 26) * (shown.height + 1) + 18);
	gtk_container_add(GTK_CONTAINER(shown.scroller), view);
	GtkAdjustment *at = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(shown.scroller));
	g_signal_connect(at, "value-changed", G_CALLBACK(looked), NULL);
	g_signal_connect(at, "changed", G_CALLBACK(looked), NULL);
	return view;
}

static GtkWidget *foot(handrail_card *c) {
	GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8);
	gtk_widget_set_halign(row, GTK_ALIGN_END);
	for (int i = 0; i < c->buttons; i++) {
		shown.button[i] = gtk_button_new_with_label(c->labels[i]);
		g_signal_connect(shown.button[i], "clicked", G_CALLBACK(press), GINT_TO_POINTER(i));
		gtk_box_pack_start(GTK_BOX(row), shown.button[i], FALSE, FALSE, 0);
	}
	return row;
}

int handrail_show(handrail_card *c) {
	if (!gtk_init_check(NULL, NULL)) return -2;
	shown.c = c, shown.pressed = -1;
	if (c->dark) g_object_set(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", TRUE, NULL);
	shown.window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	GtkWindow *window = GTK_WINDOW(shown.window);
	gtk_window_set_title(window, c->title);
	gtk_window_set_type_hint(window, GDK_WINDOW_TYPE_HINT_DIALOG);
	gtk_window_set_position(window, GTK_WIN_POS_CENTER);
	gtk_window_set_keep_above(window, TRUE);
	gtk_window_set_default_size(window, 860, -1);
	GtkWidget *box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 12);
	gtk_container_set_border_width(GTK_CONTAINER(box), 18);
	GtkWidget *view = act(c);
	shown.hint = gtk_label_new(c->hint);
	gtk_widget_set_no_show_all(shown.hint, TRUE);
	gtk_style_context_add_class(gtk_widget_get_style_context(shown.hint), "dim-label");
	GtkWidget *below = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12);
	gtk_box_pack_start(GTK_BOX(below), shown.hint, FALSE, FALSE, 0);
	gtk_box_pack_end(GTK_BOX(below), foot(c), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), words(c->heading, TRUE), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), words(c->about, FALSE), FALSE, FALSE, 0);
	gtk_box_pack_start(GTK_BOX(box), shown.scroller, TRUE, TRUE, 0);
	gtk_box_pack_start(GTK_BOX(box), below, FALSE, FALSE, 0);
	gtk_container_add(GTK_CONTAINER(window), box);
	g_signal_connect(window, "map-event", G_CALLBACK(mapped), NULL);
	g_signal_connect(window, "key-press-event", G_CALLBACK(keys), NULL);
	g_signal_connect(window, "delete-event", G_CALLBACK(closing), NULL);
	allow();
	gtk_widget_show_all(box);
	gtk_widget_grab_focus(view);
	gtk_widget_realize(shown.window);
	if (c->behind) {
		gtk_window_set_focus_on_map(window, FALSE);
		gtk_window_set_urgency_hint(window, TRUE);
	} else {
		stand(c->parent);
	}
	gtk_widget_show(shown.window);
	gtk_main();
	return shown.pressed;
}
