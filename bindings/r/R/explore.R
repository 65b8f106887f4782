explore <- function(data, k = NULL, suppression = NULL, recodings = NULL, quasi = NULL, sensitive = NULL,
                    plan = NULL, costs = TRUE, report = FALSE, progress = interactive(), ...) {
    arguments <- split_formula(c(list(quasi = quasi, sensitive = sensitive), named_rest(...)))
    made <- fill_plan(open_plan(plan), arguments, columns_of(data))
    listed <- function(x) if (!is.null(x)) paste(plan_text(x), collapse = ",")
    job <- c(list(ks = listed(k), suppressions = listed(suppression), recodings = listed(recodings),
                  skip_costs = !isTRUE(costs), report = isTRUE(report)), input_of(data))
    answer <- run_call("explore", made$pointer, job, progress)
    structure(class = "shoal_exploration", pointer = answer$pointer,
              list(points = explored_points(answer$result), costs = explored_costs(answer$result),
                   result = answer$result, summary = answer$summary, report = answer$report,
                   warnings = answer$warnings, notes = answer$notes, json = answer$json))
}

number_or_na <- function(x) if (is.numeric(x) && length(x) == 1L) as.double(x) else NA_real_

# One row for each point of the grid.
explored_points <- function(result) {
    rows <- lapply(result$recodings, function(of) lapply(of$points, function(at)
        data.frame(recoding = of$recoding, k = at$k, suppression = at$suppression,
                   outcome = at$outcome, value = number_or_na(at$value),
                   bound = number_or_na(at$bound), gap = number_or_na(at$gap),
                   suppressed = number_or_na(at$suppressed), classes = number_or_na(at$classes),
                   k_eff = number_or_na(at$k_eff))))
    do.call(rbind, unlist(rows, recursive = FALSE))
}

# What each quasi-identifier costs: the value without it, and with it as it is.
explored_costs <- function(result) {
    rows <- lapply(result$recodings, function(of) lapply(of$costs$attributes, function(at)
        data.frame(recoding = of$recoding, attribute = at$attribute,
                   left_out = number_or_na(at$left_out$value),
                   untouched = number_or_na(at$untouched$value))))
    do.call(rbind, unlist(rows, recursive = FALSE))
}

# The summary's last lines are a command line, which is of no use here.
print.shoal_exploration <- function(x, ...) {
    cat(sub("\n+$", "\n", sub("\n*Release a point with.*", "\n", x$summary)))
    invisible(x)
}

plot.shoal_exploration <- function(x, type = c("lines", "heat"), recoding = NULL, ...) {
    type <- match.arg(type)
    all <- unique(x$points$recoding)
    if (is.null(recoding)) recoding <- all[1L]
    if (!recoding %in% all)
        refuse("recoding '", recoding, "' was not explored; there is ", paste(all, collapse = ", "))
    points <- x$points[x$points$recoding == recoding, ]
    metric <- Find(function(of) of$recoding == recoding, x$result$recodings)$metric
    if (type == "lines") plot_lines(points, metric, recoding, ...) else plot_heat(points, metric, recoding, ...)
    invisible(x)
}

percents <- function(x) paste0(format(100 * x, trim = TRUE, drop0trailing = TRUE), "%")

# A line for each limit of suppression.
plot_lines <- function(points, metric, recoding, ...) {
    limits <- sort(unique(points$suppression))
    colors <- hcl.colors(length(limits) + 1L, "viridis")
    most <- max(points$value, 0.001, na.rm = TRUE)
    plot(range(points$k), c(0, most), type = "n", log = if (min(points$k) > 0) "x" else "",
         xlab = "k", ylab = metric, main = paste0("What k costs (", recoding, ")"), ...)
    for (i in seq_along(limits)) {
        of <- points[points$suppression == limits[i], ]
        lines(of$k, of$value, type = "b", pch = 19, col = colors[i])
    }
    legend("topleft", legend = percents(limits), title = "suppression", col = colors[seq_along(limits)],
           lty = 1, pch = 19, bty = "n")
}

plot_heat <- function(points, metric, recoding, ...) {
    ks <- sort(unique(points$k))
    limits <- sort(unique(points$suppression))
    value <- matrix(NA_real_, length(ks), length(limits))
    value[cbind(match(points$k, ks), match(points$suppression, limits))] <- points$value
    image(seq_along(ks), seq_along(limits), value, col = hcl.colors(64L, "YlOrRd", rev = TRUE),
          zlim = c(0, max(value, 0.001, na.rm = TRUE)), axes = FALSE, xlab = "k", ylab = "suppression",
          main = paste0(metric, " (", recoding, ")"), ...)
    axis(1, seq_along(ks), ks)
    axis(2, seq_along(limits), percents(limits), las = 1)
    label <- ifelse(is.na(value), "-", formatC(value, digits = 3, format = "g"))
    dark <- !is.na(value) & value > 0.7 * max(value, 0.001, na.rm = TRUE)
    text(row(value), col(value), label, cex = 0.8, col = ifelse(dark, "white", "black"))
}
